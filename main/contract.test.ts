import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import type {
  App,
  BrowserWindow,
  Clipboard,
  ContextBridge,
  Event,
  IpcRenderer,
  MenuItemConstructorOptions,
  MessageBoxOptions,
  MessageBoxReturnValue,
  NotificationConstructorOptions,
  PowerSaveBlocker,
  SafeStorage,
  Session,
  Shell,
  Tray,
  WebFrameMain,
  WebUtils,
} from 'electron';
import type { AppUpdater } from 'electron-updater';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';

import type { OctavoBridge } from './ipc/ipc-handlers.ts';
import type { channels } from './ipc/channels.ts';
import type {
  AppPort,
  ClipboardPort,
  DialogsPort,
  MenuEntry,
  Notice,
  Preventable,
  Question,
  Release,
  SecretsPort,
  ShellPort,
  WindowPort,
} from './ports.ts';

/**
 * Verifies at compile time (`npm run check`) that the ports match electron.d.ts; nothing of this
 * runs. The adapters in `index.ts` and the fakes implement the same port types.
 */
type Fits<Given extends Wanted, Wanted> = Given;
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : never) : never;
type Permission = Parameters<NonNullable<Parameters<Session['setPermissionRequestHandler']>[0]>>[1];

export interface Contract {
  app: Fits<
    Pick<App, 'quit' | 'exit' | 'relaunch'> & {
      locale: App['getLocale'];
      lockInstance: App['requestSingleInstanceLock'];
    },
    Pick<AppPort, 'quit' | 'exit' | 'relaunch' | 'locale' | 'lockInstance'>
  >;
  appEvents: Fits<(event: Event) => void, (event: Preventable & Event) => void>;
  prevented: Fits<Event, Preventable>;
  bounds: Same<ReturnType<BrowserWindow['getNormalBounds']>, ReturnType<WindowPort['bounds']>>;
  window: Fits<
    Pick<BrowserWindow, 'hide' | 'destroy' | 'isVisible' | 'isMaximized' | 'maximize'> & {
      load: BrowserWindow['loadURL'];
    },
    Pick<WindowPort, 'hide' | 'destroy' | 'isVisible' | 'isMaximized' | 'maximize' | 'load'>
  >;
  progress: Fits<number, Parameters<BrowserWindow['setProgressBar']>[0]>;
  menu: Fits<MenuEntry, MenuItemConstructorOptions>;
  tray: Fits<Tray, { setToolTip(text: string): void; setImage(image: string): void }>;
  secrets: Fits<
    {
      isSafe: SafeStorage['isAsyncEncryptionAvailable'];
      encrypt: SafeStorage['encryptStringAsync'];
    },
    Pick<SecretsPort, 'isSafe' | 'encrypt'>
  >;
  decrypted: Same<
    Awaited<ReturnType<SafeStorage['decryptStringAsync']>>['result'],
    Awaited<ReturnType<SecretsPort['decrypt']>>
  >;
  backend: Fits<'basic_text', ReturnType<SafeStorage['getSelectedStorageBackend']>>;
  shell: Fits<Pick<Shell, 'openExternal'>, Pick<ShellPort, 'openExternal'>>;
  clipboard: Fits<Clipboard['writeText'], ClipboardPort['write']>;
  question: Fits<Pick<Question, 'message' | 'detail'>, Partial<MessageBoxOptions>>;
  answer: Same<MessageBoxReturnValue['response'], Awaited<ReturnType<DialogsPort['ask']>>>;
  notice: Fits<Pick<Notice, 'title' | 'body'>, NotificationConstructorOptions>;
  permissions: Fits<'fullscreen' | 'screen-wake-lock' | 'clipboard-sanitized-write', Permission>;
  sender: Fits<WebFrameMain, { readonly url: string; readonly parent: WebFrameMain | null }>;
  power: Fits<'prevent-app-suspension', Parameters<PowerSaveBlocker['start']>[0]>;
  release: Fits<
    Release['version'],
    NonNullable<Awaited<ReturnType<AppUpdater['checkForUpdates']>>>['updateInfo']['version']
  >;
  bridge: Fits<OctavoBridge, Parameters<ContextBridge['exposeInMainWorld']>[1]>;
  path: Fits<ReturnType<WebUtils['getPathForFile']>, string>;
  message: Fits<(typeof channels)[keyof typeof channels], Parameters<IpcRenderer['invoke']>[0]>;
}

const folder = import.meta.dirname;
const parsed = ts.getParsedCommandLineOfConfigFile(
  resolve(folder, '../tsconfig.tests.json'),
  { noEmit: true, composite: false, incremental: false },
  { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => undefined },
);
const options = parsed?.options ?? {};
const files = new Map<string, ts.SourceFile>();

/** Compiler errors of `file` with its content replaced by `text`. */
const complaints = (file: string, text: string): string[] => {
  const target = join(folder, file);
  const host = ts.createCompilerHost(options);
  const { getSourceFile } = host;
  host.getSourceFile = (name, version) => {
    if (resolve(name) === target) return ts.createSourceFile(name, text, version);
    const known = files.get(name) ?? getSourceFile(name, version);
    if (known) files.set(name, known);
    return known;
  };
  const program = ts.createProgram([target], options, host);
  return program
    .getSemanticDiagnostics(program.getSourceFile(target))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
};

describe('the compiler refuses', () => {
  test.each([
    [
      'a fake without a method',
      'testing/fake-power.ts',
      'preventSleep: () => {',
      'preventRest: () => {',
    ],
    [
      'a fake that is not asynchronous',
      'testing/fake-system.ts',
      'isSafe: async () => secrets.safe',
      'isSafe: () => secrets.safe',
    ],
    [
      'a fake with another answer',
      'testing/fake-windows.ts',
      'isVisible: () => window.visible',
      'isVisible: () => window.url',
    ],
    [
      'a fake that wants more than it is given',
      'testing/fake-trays.ts',
      'setToolTip: (text) => {',
      'setToolTip: (text: string, _size: number) => {',
    ],
    [
      'a fake of another event',
      'testing/fake-app.ts',
      'onBeforeQuit: beforeQuit.add',
      'onBeforeQuit: 5',
    ],
    [
      'a fake update without notes',
      'testing/fake-updates.ts',
      'return updates.published[channel] ?? null;',
      "return { version: '1' };",
    ],
    [
      'an adapter that asks what the library does not have',
      'updates/electron-updates.ts',
      'updates.checkForUpdates()',
      'updates.checkForUpdate()',
    ],
    [
      'an adapter that does not fulfil its port',
      'updates/electron-updates.ts',
      'return { version, notes };',
      'return { version, notes: 1 };',
    ],
  ])('%s', (_what, file, before, after) => {
    const text = readFileSync(join(folder, file), 'utf8');
    expect(text).toContain(before);
    expect(complaints(file, text)).toEqual([]);
    expect(complaints(file, text.replace(before, after))).not.toEqual([]);
  });

  test('a port that answers with something else than Electron', () => {
    const contract = readFileSync(join(folder, 'contract.test.ts'), 'utf8');
    expect(complaints('contract.test.ts', contract)).toEqual([]);
    for (const [before, after] of [
      ["Fits<'basic_text',", "Fits<'plain_text',"],
      ['menu: Fits<MenuEntry,', "menu: Fits<Omit<MenuEntry, 'role'> & { role: 'teleport' },"],
      ["power: Fits<'prevent-app-suspension',", "power: Fits<'prevent-sleep',"],
      ["Fits<'fullscreen' |", "Fits<'everything' |"],
    ] as const) {
      expect(complaints('contract.test.ts', contract.replace(before, after)), after).not.toEqual(
        [],
      );
    }
  });
});
