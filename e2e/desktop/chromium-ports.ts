import { readFileSync } from 'node:fs';
import path from 'node:path';

import type { WebPreferences } from 'electron';
import type { Browser, Page } from 'playwright';

import { chooserUrl } from '../../main/connection/chooser-page.ts';
import type { Ports, Preventable, Sender, WindowPort } from '../../main/ports.ts';
import { createLocalPages } from './local-pages.ts';

/** A desktop shell whose window is a Chromium page. */
export interface ChromiumDesktop {
  ports: Ports;
  /** The window's page, once the shell has created it. */
  page: Promise<Page>;
  /** The page on which a person chooses a library, once it was opened. */
  chooser: Promise<Page>;
  /** The page of another server, once it was opened. */
  library: Promise<Page>;
  /** Sets the result of the folder picker. */
  choose(folder: string): void;
  /**
   * Launches the application again with a book, like a double-click; returns the page of its
   * window.
   */
  openInWindow(file: string): Promise<Page>;
  /** Colour scheme of pages opened next. */
  colorScheme(): 'light' | 'dark';
  /** Paths shown in the file manager. */
  revealed: string[];
  /** Quits by the tray menu; resolves to the exit code. */
  quit(): Promise<number>;
}

/**
 * Runs the built preload script in the page. Electron would run it in an isolated world and clone
 * values; here, page globals replace the three Electron modules it uses.
 */
const preloadScript = (file: string): string => `{
  const process = { platform: 'linux' };
  const require = () => ({
    contextBridge: { exposeInMainWorld: (name, bridge) => { window[name] = bridge; } },
    ipcRenderer: { invoke: (channel, input) => window.invokeShell(channel, input) },
    // Chromium exposes no file paths, so the test sets those of dropped files.
    webUtils: { getPathForFile: ({ name }) => (window.droppedPaths ?? {})[name] ?? '' },
  });
  ${readFileSync(file, 'utf8')}
}`;

/** Ports for the shell that show the real page and stub the rest of the system. */
export const createChromiumDesktop = (browser: Browser, userData: string): ChromiumDesktop => {
  const answers = new Map<string, (sender: Sender, input: unknown) => unknown>();
  const created = Promise.withResolvers<Page>();
  const exited = Promise.withResolvers<number>();
  let beforeQuit: (event: Preventable) => void = () => undefined;
  let chosen: string | null = null;
  const nothing = () => undefined;
  let startAgain: (given: readonly string[], workingDirectory: string) => void = nothing;
  let wanted = Promise.withResolvers<Page>();
  const chooser = Promise.withResolvers<Page>();
  const library = Promise.withResolvers<Page>();
  const localPages = createLocalPages();
  const revealed: string[] = [];
  let colorScheme: 'light' | 'dark' = 'light';

  const pages = new Set<Page>();

  const openPage = async (preload: string): Promise<Page> => {
    const page = await browser.newPage({ locale: 'en-GB', colorScheme });
    pages.add(page.on('close', () => pages.delete(page)));
    await page.exposeBinding('invokeShell', ({ frame }, channel: string, input: unknown) =>
      answers.get(channel)?.(
        { url: frame.url(), isMainFrame: frame.parentFrame() === null },
        input,
      ),
    );
    // Electron lets every page close its window; browsers only allow it for windows opened by
    // script.
    await page.exposeBinding('closeWindow', () => page.close());
    await page.addInitScript('window.close = () => window.closeWindow();');
    if (preload !== '') await page.addInitScript(preloadScript(preload));
    return page;
  };

  const fail = (title: string, message: string) => {
    for (const page of [created, wanted]) page.reject(new Error(`${title}: ${message}`));
  };

  const createWindow = ({ preload = '', partition = '' }: WebPreferences): WindowPort => {
    const page = openPage(preload);
    let address = '';
    void page.then((opened) =>
      opened.on('framenavigated', (frame) => {
        if (frame === opened.mainFrame()) address = frame.url();
      }),
    );
    return {
      address: () => address,
      load: async (url) => {
        await (await page).goto(await localPages.urlOf(url));
        if (url.startsWith(chooserUrl)) chooser.resolve(await page);
        else if (partition.startsWith('persist:')) library.resolve(await page);
        else (preload === '' ? wanted : created).resolve(await page);
      },
      reload: () => void page.then((opened) => opened.reload()),
      show: nothing,
      hide: nothing,
      destroy: () => void page.then((opened) => opened.close()).catch(nothing),
      isVisible: () => true,
      bounds: () => ({ x: 0, y: 0, width: 1280, height: 840 }),
      isMaximized: () => false,
      maximize: nothing,
      setProgress: nothing,
      onReady: nothing,
      onClose: (listener) =>
        void page.then((opened) => opened.on('close', () => listener({ preventDefault: nothing }))),
      onBlur: nothing,
      onLoadFailed: nothing,
      onGone: nothing,
      page: {
        onNavigate: nothing,
        onAttachWebview: nothing,
        onOpenWindow: nothing,
        onPermission: nothing,
        onDownload: nothing,
        onRequest: nothing,
        onCertificate: nothing,
      },
    };
  };

  const ports: Ports = {
    app: {
      name: 'Octavo',
      // That of the servers.
      version: '0.1.0',
      platform: 'linux',
      userData,
      configHome: path.join(userData, 'config'),
      executable: process.execPath,
      isPackaged: false,
      arguments: [],
      workingDirectory: userData,
      userName: () => 'anna',
      locale: () => 'en-GB',
      lockInstance: () => true,
      ready: () => Promise.resolve(),
      on: nothing,
      onSecondInstance: (listener) => {
        startAgain = listener;
      },
      onOpenFile: nothing,
      onOpenLink: nothing,
      claimLinks: nothing,
      addRecent: nothing,
      clearRecent: nothing,
      onBeforeQuit: (listener) => {
        beforeQuit = listener;
      },
      onSessionEnd: nothing,
      quit: nothing,
      relaunch: nothing,
      exit: exited.resolve,
    },
    login: { isOn: () => false, turn: nothing, wasOpenedAtLogin: () => false },
    windows: { create: ({ webPreferences }) => createWindow(webPreferences ?? {}) },
    screens: { workAreas: () => [{ x: 0, y: 0, width: 1920, height: 1080 }] },
    theme: {
      follow: (scheme) => {
        colorScheme = scheme === 'dark' ? 'dark' : 'light';
        for (const page of pages) void page.emulateMedia({ colorScheme }).catch(nothing);
      },
    },
    trays: {
      create: () => ({
        setState: nothing,
        setToolTip: nothing,
        setMenu: nothing,
        onClick: nothing,
      }),
    },
    menus: { setApplicationMenu: nothing },
    dialogs: {
      pickFolder: async () => chosen,
      pickFiles: async () => [],
      ask: async ({ choices }) => choices.length - 1,
      showFatalError: fail,
      showError: async (title, message) => fail(title, message),
    },
    secrets: {
      isSafe: async () => false,
      encrypt: async (text) => Buffer.from(text),
      decrypt: async (sealed) => sealed.toString(),
    },
    shell: {
      openExternal: async () => undefined,
      reveal: (place) => revealed.push(place) > 0,
      moveToBin: async () => undefined,
    },
    clipboard: { write: nothing },
    ipc: { handle: (channel, answer) => void answers.set(channel, answer) },
    localPages,
    network: { interfaces: () => ({}) },
    notifications: { show: nothing },
    power: { onSuspend: nothing, onResume: nothing, preventSleep: () => nothing },
    updates: {
      isPossible: false,
      installsOnQuit: false,
      check: async () => null,
      download: async () => undefined,
      install: async () => undefined,
    },
  };
  return {
    ports,
    page: created.promise,
    chooser: chooser.promise,
    library: library.promise,
    openInWindow: async (file) => {
      wanted = Promise.withResolvers();
      startAgain([file], userData);
      return wanted.promise;
    },
    colorScheme: () => colorScheme,
    revealed,
    choose: (folder) => {
      chosen = folder;
    },
    quit: () => {
      beforeQuit({ preventDefault: nothing });
      return exited.promise;
    },
  };
};
