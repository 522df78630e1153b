import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import {
  clickActions,
  dragActions,
  pressActions,
  touchActions,
  typeActions,
  wheelActions,
} from './actions.ts';
import { connectBidi } from './bidi.ts';
import { printed, startProcess } from './browser-process.ts';
import { sizes, type EngineKind, type EnginePage, type Size } from './page.ts';

const command = process.env['FIREFOX_PATH'] ?? '/usr/bin/firefox-esr';

/** No background requests; English locale. */
const preferences = {
  'intl.accept_languages': 'en-GB',
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'app.update.enabled': false,
  'dom.w3c_touch_events.enabled': 1,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
};

type Evaluation =
  | { type: 'success'; result: { value?: string } }
  | { type: 'exception'; exceptionDetails: { text: string } };

/** Firefox over WebDriver BiDi, which needs no separate driver. */
export const firefox: EngineKind = {
  name: 'Firefox',
  needs: { [command]: 'firefox-esr' },
  launch: async () => {
    const firefoxProcess = startProcess(command, (home) => {
      const profile = path.join(home, 'profile');
      mkdirSync(profile);
      const lines = Object.entries(preferences).map(
        ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
      );
      writeFileSync(path.join(profile, 'user.js'), lines.join('\n'));
      return ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'];
    });
    const address = await printed(firefoxProcess, 'stderr', /listening on (ws:\S+)/);
    const bidi = await connectBidi(`${address}/session`);
    await bidi.send('session.new', { capabilities: {} });
    return {
      open: async (size): Promise<EnginePage> => {
        const { userContext } = await bidi.send<{ userContext: string }>(
          'browser.createUserContext',
          {},
        );
        const { context } = await bidi.send<{ context: string }>('browsingContext.create', {
          type: 'tab',
          userContext,
        });
        const resize = (viewport: Size) =>
          bidi.send('browsingContext.setViewport', { context, viewport });
        await resize(sizes[size]);
        const perform = (actions: object[]) =>
          bidi.send('input.performActions', { context, actions });
        return {
          goto: (url) => bidi.send('browsingContext.navigate', { context, url, wait: 'complete' }),
          evaluate: async <Args extends unknown[], Result>(
            body: (...args: Args) => Result | Promise<Result>,
            ...args: Args
          ) => {
            const answer = await bidi.send<Evaluation>('script.callFunction', {
              functionDeclaration: `async (args) => JSON.stringify((await (${String(body)})(...JSON.parse(args))) ?? null)`,
              arguments: [{ type: 'string', value: JSON.stringify(args) }],
              target: { context },
              awaitPromise: true,
            });
            if (answer.type === 'exception') throw new Error(answer.exceptionDetails.text);
            return JSON.parse(answer.result.value ?? 'null') as Result;
          },
          press: (chord) => perform(pressActions(chord)),
          type: (text) => perform(typeActions(text)),
          click: (point) => perform(clickActions(point)),
          drag: (start, end) => perform(dragActions(start, end)),
          wheel: (point, down) => perform(wheelActions(point, down)),
          touch: (way) => perform(touchActions(way)),
          resize,
          close: async () => {
            await bidi.send('browser.removeUserContext', { userContext });
          },
        };
      },
      close: async () => {
        bidi.close();
        await firefoxProcess.end();
      },
    };
  },
};
