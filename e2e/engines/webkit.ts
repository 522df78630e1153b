import { globSync } from 'node:fs';

import { clickActions, dragActions, pressActions, typeActions, wheelActions } from './actions.ts';
import { freePort, printed, startProcess } from './browser-process.ts';
import { sizes, type EngineKind, type EnginePage, type Size } from './page.ts';

const driver = '/usr/bin/WebKitWebDriver';
const miniBrowser =
  globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser')[0] ??
  '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser';
const screen = '/usr/bin/Xvfb';

const patienceMs = 40_000;

/** A W3C WebDriver request: https://www.w3.org/TR/webdriver2/ */
const ask = async <Value>(address: string, method: string, body?: object): Promise<Value> => {
  const response = await fetch(address, {
    method,
    signal: AbortSignal.timeout(patienceMs),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const { value } = (await response.json()) as { value: Value | { message: string } };
  if (!response.ok) {
    throw new Error(`${method} ${address}: ${(value as { message: string }).message}`);
  }
  return value as Value;
};

/**
 * WebKitGTK's MiniBrowser on its own X display. Its sandbox does not work in containers, and
 * screenshots can hang, so both are disabled.
 */
export const webkit: EngineKind = {
  name: 'WebKit',
  needs: { [driver]: 'webkit2gtk-driver', [miniBrowser]: 'webkit2gtk-driver', [screen]: 'xvfb' },
  launch: async () => {
    const display = startProcess(screen, () => [
      ...['-displayfd', '3', '-screen', '0', '1600x1200x24'],
      ...['-nolisten', 'tcp'],
    ]);
    const number = await printed(display, 3, /(\d+)\n/);
    const port = await freePort();
    const driverProcess = startProcess(driver, () => [`--port=${port}`, '--host=127.0.0.1'], {
      DISPLAY: `:${number}`,
      LANG: 'en_GB.UTF-8',
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
      WEBKIT_DISABLE_DMABUF_RENDERER: '1',
      LIBGL_ALWAYS_SOFTWARE: '1',
      GDK_BACKEND: 'x11',
    });
    const server = `http://127.0.0.1:${port}`;
    await answers(`${server}/status`);
    return {
      open: async (size): Promise<EnginePage> => {
        const { sessionId } = await ask<{ sessionId: string }>(`${server}/session`, 'POST', {
          capabilities: {
            alwaysMatch: {
              browserName: 'MiniBrowser',
              'webkitgtk:browserOptions': { binary: miniBrowser, args: ['--automation'] },
              timeouts: { script: patienceMs, pageLoad: patienceMs },
            },
          },
        });
        const session = `${server}/session/${sessionId}`;
        const post = (what: string, body: object) => ask(`${session}/${what}`, 'POST', body);
        await resize(session, sizes[size]);
        return {
          goto: (url) => post('url', { url }),
          evaluate: async <Args extends unknown[], Result>(
            body: (...args: Args) => Result | Promise<Result>,
            ...args: Args
          ) => {
            const script = `const done = arguments[arguments.length - 1];
              (async () => (${String(body)})(...JSON.parse(arguments[0])))().then(
                (value) => done({ value: value ?? null }),
                (error) => done({ error: String(error) }));`;
            const answer = await ask<{ value: Result } | { error: string }>(
              `${session}/execute/async`,
              'POST',
              { script, args: [JSON.stringify(args)] },
            );
            if ('error' in answer) throw new Error(answer.error);
            return answer.value;
          },
          press: (chord) => post('actions', { actions: pressActions(chord) }),
          type: (text) => post('actions', { actions: typeActions(text) }),
          click: (point) => post('actions', { actions: clickActions(point) }),
          drag: (start, end) => post('actions', { actions: dragActions(start, end) }),
          wheel: (point, down) => post('actions', { actions: wheelActions(point, down) }),
          resize: (wanted) => resize(session, wanted),
          close: () => ask(session, 'DELETE'),
        };
      },
      close: async () => {
        await driverProcess.end();
        await display.end();
      },
    };
  },
};

/** Waits until the driver responds. */
const answers = async (address: string): Promise<void> => {
  const end = Date.now() + patienceMs;
  for (;;) {
    const response = await fetch(address).catch(() => null);
    if (response?.ok) return;
    if (Date.now() > end) throw new Error(`WebKitWebDriver does not answer at ${address}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
};

/** Resizes the viewport; the window around it is larger and has a minimum width. */
const resize = async (session: string, wanted: Size) => {
  const rect = `${session}/window/rect`;
  await ask(rect, 'POST', { x: 0, y: 0, ...wanted });
  const measure = () =>
    ask<Size>(`${session}/execute/sync`, 'POST', {
      script: 'return { width: innerWidth, height: innerHeight };',
      args: [],
    });
  // The page learns of its new size later.
  const end = Date.now() + 5000;
  let inner = await measure();
  while (inner.height > wanted.height && Date.now() < end) inner = await measure();
  await ask(rect, 'POST', {
    width: 2 * wanted.width - inner.width,
    height: 2 * wanted.height - inner.height,
  });
};
