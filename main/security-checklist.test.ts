import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { runInNewContext } from 'node:vm';

import { build } from 'esbuild';
import { describe, expect, test, vi } from 'vitest';
import { parse } from 'yaml';

import { channels } from './ipc/channels.ts';
import { openState } from './desktop-state.ts';
import { startOtherServer } from './testing/other-servers.ts';
import {
  onlyWindow,
  serverUrl,
  start,
  stateFile,
  useDesktopFolder,
} from './testing/running-desktop.ts';

useDesktopFolder();

/**
 * Electron's security checklist (tutorial/security), one test per item in its order, on the running
 * shell.
 */
const root = resolve(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const sources = globSync('main/**/*.ts', { cwd: root })
  .filter((file) => !/\.test\.ts$|testing/.test(file))
  .map((file) => ({ file, text: read(file) }));
const naming = (pattern: RegExp) =>
  sources.filter(({ text }) => pattern.test(text)).map(({ file }) => file);

const preferences = async () => {
  const { options } = onlyWindow(await start());
  return options.webPreferences ?? {};
};

describe('the checklist of Electron', () => {
  test('1: loads nothing but the server of this machine, unless another one was chosen', async () => {
    const window = onlyWindow(await start());
    expect(new URL(window.url ?? '').origin).toBe(serverUrl());
    expect(new URL(serverUrl()).hostname).toBe('127.0.0.1');
  });

  test('2: no Node in the page', async () => {
    const asked = await preferences();
    expect(asked).toMatchObject({ nodeIntegration: false });
    expect(asked).not.toHaveProperty('nodeIntegrationInWorker');
    expect(asked).not.toHaveProperty('nodeIntegrationInSubFrames');
  });

  test('3: the preload script has a world of its own', async () => {
    expect(await preferences()).toMatchObject({ contextIsolation: true });
  });

  test('4: the page is in a sandbox', async () => {
    expect(await preferences()).toMatchObject({ sandbox: true });
    expect(naming(/no-sandbox|disable-.*sandbox/)).toEqual([]);
  });

  test('5: of all permissions that there are, three are granted, and to our page alone', async () => {
    const window = onlyWindow(await start());
    const declared = /setPermissionRequestHandler\(.*?permission: ([^,]+),/.exec(
      read('node_modules/electron/electron.d.ts'),
    )?.[1];
    const all = [...(declared ?? '').matchAll(/'([^']+)'/g)].map(([, name]) => name ?? '');
    expect(all.length).toBeGreaterThan(40);
    const own = `${serverUrl()}/`;
    expect(all.filter((name) => window.requestPermission(name, own)).sort()).toEqual([
      'clipboard-sanitized-write',
      'fullscreen',
      'screen-wake-lock',
    ]);
    expect(all.filter((name) => window.requestPermission(name, 'https://evil.example/'))).toEqual(
      [],
    );
    // Permissions have three handlers: requests, checks and devices.
    const index = read('main/windows/electron-window.ts');
    for (const name of ['Request', 'Check', '']) {
      expect(index).toContain(
        name === '' ? 'setDevicePermissionHandler' : `setPermission${name}Handler`,
      );
    }
  });

  test('6: the same-origin policy holds', async () => {
    expect(await preferences()).toMatchObject({ webSecurity: true });
    expect(naming(/disable-web-security/)).toEqual([]);
  });

  test('7: the page comes with a policy for its content', async () => {
    await start();
    // The page itself is not built here; the response has the same headers.
    const { headers } = await fetch(`${serverUrl()}/`);
    const policy = headers.get('content-security-policy') ?? '';
    const scripts = /script-src ([^;]+)/.exec(policy)?.[1]?.split(' ') ?? [];
    expect(scripts).toContain("'self'");
    expect(
      scripts.filter((source) => /unsafe-(inline|eval)|\*|https?:|data:/.test(source)),
    ).toEqual([]);
    expect(policy).toMatch(/default-src '(self|none)'/);
    expect(policy).toContain("frame-ancestors 'self'");
    expect(policy).toContain('frame-src blob:');
  });

  test.each([
    [8, 'allowRunningInsecureContent'],
    [9, 'experimentalFeatures'],
    [10, 'enableBlinkFeatures'],
  ])('%i: %s is not asked for', async (_item, name) => {
    expect(await preferences()).not.toHaveProperty(name);
    expect(naming(new RegExp(name))).toEqual([]);
  });

  test('11: there are no webviews that could open windows', async () => {
    expect(await preferences()).toMatchObject({ webviewTag: false });
    const page = globSync('renderer/**/*.{ts,tsx,html}', { cwd: root });
    expect(page.filter((file) => /<webview|allowpopups/i.test(read(file)))).toEqual([]);
  });

  test('12: a webview that is made all the same is not attached', async () => {
    expect(onlyWindow(await start()).attachWebview()).toBe(false);
  });

  test('13: navigation stays within the application, in the window and in its frames', async () => {
    const window = onlyWindow(await start());
    const away = [
      'https://evil.example/',
      'file:///etc/passwd',
      'data:text/html,x',
      'javascript:1',
    ];
    for (const url of away) {
      expect(window.navigate(url, true), url).toBe(false);
      expect(window.navigate(url, false), url).toBe(false);
    }
    expect(window.navigate(`${serverUrl()}/series/1`)).toBe(true);
    // Redirects are checked as well.
    expect(read('main/windows/electron-window.ts')).toMatch(
      /will-frame-navigate[\s\S]+will-redirect/,
    );
  });

  test('14: the page opens no windows', async () => {
    const ports = await start();
    onlyWindow(ports).openWindow(`${serverUrl()}/`);
    onlyWindow(ports).openWindow('https://octavo.example/');
    expect(ports.windows.created).toHaveLength(1);
    expect(read('main/windows/electron-window.ts')).toContain("return { action: 'deny' };");
    expect(naming(/action: 'allow'/)).toEqual([]);
  });

  test('15: only https addresses are handed to the system', async () => {
    const ports = await start();
    const hostile = [
      'http://octavo.example/',
      'file:///bin/sh',
      'smb://a/b',
      'ms-msdt:/id',
      ' https',
      '',
    ];
    for (const url of hostile) onlyWindow(ports).openWindow(url);
    expect(ports.shell.opened).toEqual([]);
    onlyWindow(ports).openWindow('https://octavo.example/');
    expect(ports.shell.opened).toEqual(['https://octavo.example/']);
  });

  test('16: the version of Electron is exactly known, and its Node is the one of the tests', () => {
    const manifest = JSON.parse(read('package.json')) as {
      devDependencies: Record<string, string>;
    };
    const wanted = manifest.devDependencies['electron'];
    expect(wanted).toMatch(/^\d+\.\d+\.\d+$/);
    const found = JSON.parse(read('node_modules/electron/package.json')) as { version: string };
    expect(found.version).toBe(wanted);
    expect(Number(wanted?.split('.')[0])).toBeGreaterThanOrEqual(45);
  });

  test('17: every message that is not from the page is refused', async () => {
    const ports = await start();
    const names = ports.ipc.channels();
    expect(names).toEqual(expect.arrayContaining(Object.values(channels)));
    const strangers = [
      null,
      { url: `${serverUrl()}/`, isMainFrame: false },
      { url: `${serverUrl()}/api/v1/books/1/resources/a.html`, isMainFrame: true },
      { url: `${serverUrl()}/opds/v2/books/1/resources/a.xhtml`, isMainFrame: true },
      { url: `${serverUrl()}//api/v1/books/1/resources/a.html`, isMainFrame: true },
      { url: 'about:blank', isMainFrame: true },
      { url: `blob:${serverUrl()}/1`, isMainFrame: true },
      { url: 'https://evil.example/', isMainFrame: true },
      { url: 'file:///index.html', isMainFrame: true },
    ];
    for (const name of names) {
      for (const stranger of strangers) {
        await expect(ports.ipc.invoke(name, stranger)).rejects.toThrow('not for this frame');
      }
    }
    // There is a single IPC handler, and it passes on the sender.
    const doors = read('main/index.ts').match(/ipcMain\.\w+/g);
    expect(doors).toEqual(['ipcMain.handle']);
    expect(naming(/ipcMain/)).toEqual([join('main', 'index.ts')]);
  });

  test('18: no page is loaded from a file', () => {
    expect(naming(/loadFile\(|['"`]file:\/\//)).toEqual([]);
    expect(naming(/registerFileProtocol|interceptFileProtocol/)).toEqual([]);
    // The shell's own page is served to a session that no server's page shares.
    expect(naming(/protocol\.handle/)).toEqual([join('main', 'index.ts')]);
    expect(read('main/index.ts')).toContain('fromPartition(partition).protocol.handle(shellScheme');
  });

  test('19: the fuses that widen what the program does are blown', () => {
    const { electronFuses } = parse(read('electron-builder.yml')) as { electronFuses: object };
    expect(electronFuses).toEqual({
      runAsNode: false,
      enableCookieEncryption: true,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      enableEmbeddedAsarIntegrityValidation: true,
      onlyLoadAppFromAsar: true,
      loadBrowserProcessSpecificV8Snapshot: false,
      grantFileProtocolExtraPrivileges: false,
      resetAdHocDarwinSignature: true,
    });
  });

  test('20: the page gets our functions, and nothing of Electron', async () => {
    const { outputFiles } = await build({
      entryPoints: [join(root, 'main/ipc/preload.ts')],
      bundle: true,
      write: false,
      platform: 'node',
      format: 'cjs',
      external: ['electron'],
    });
    const exposed: Record<string, Record<string, unknown>> = {};
    const sent: unknown[][] = [];
    const electron = {
      contextBridge: {
        exposeInMainWorld: (name: string, value: Record<string, unknown>) => {
          exposed[name] = value;
        },
      },
      ipcRenderer: { invoke: async (...message: unknown[]) => void sent.push(message) },
      webUtils: { getPathForFile: () => '' },
    };
    const module = { exports: {} };
    // Runs the output of esbuild like Electron: with a `require` that knows a single module.
    runInNewContext(outputFiles[0]?.text ?? '', {
      require: () => electron,
      module,
      exports: module.exports,
      process: { platform: 'linux' },
    });
    expect(Object.keys(exposed)).toEqual(['octavo']);
    const known = new Set<unknown>(Object.values(channels));
    for (const value of Object.values(exposed['octavo'] ?? {})) {
      expect(['string', 'function']).toContain(typeof value);
      expect(Object.values(electron)).not.toContain(value);
      // Whatever the page passes, it cannot choose the channel.
      if (typeof value === 'function') (value as (given: string) => unknown)('evil:channel');
    }
    expect(sent.length).toBeGreaterThan(0);
    expect(sent.filter(([channel]) => !known.has(channel))).toEqual([]);
  });
});

test('the page of another server has the same limits, and less', async () => {
  const server = await startOtherServer();
  const connection = { kind: 'server', url: server.url, name: 'Attic' } as const;
  openState(stateFile()).update({ connection });
  const ports = await start({ version: '0.1.0' });
  const window = await vi.waitFor(() => onlyWindow(ports), 10_000);
  expect(new URL(window.url ?? '').origin).toBe(server.url);
  // 2 to 4, 6, 11 and 20.
  expect(window.options.webPreferences).toEqual({
    partition: expect.stringContaining('persist:server-') as string,
    spellcheck: false,
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    webviewTag: false,
    webSecurity: true,
  });
  // 12 and 13.
  expect(window.attachWebview()).toBe(false);
  expect(window.navigate('https://evil.example/')).toBe(false);
  expect(window.navigate('https://evil.example/', false)).toBe(false);
  // 15: nothing is handed to the system unasked.
  window.openWindow('https://octavo.example/');
  expect(ports.shell.opened).toEqual([]);
  // No server learns who the person is.
  expect(read('main/index.ts')).toMatch(/'select-client-certificate'[\s\S]+?choose\(\)/);
  // 17: no channel exists.
  expect(ports.ipc.channels()).toEqual([]);
  await server.stop();
});
