import { mkdirSync, realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';

import sharp from 'sharp';
import { beforeEach, describe, expect, test, vi } from 'vitest';

import { pngPage, writeCbz } from '../../server/testing/zip.ts';
import { hideWindow } from '../windows/hide-window.ts';
import { openState } from '../desktop-state.ts';
import type { FakePorts } from '../testing/fake-ports.ts';
import {
  begin,
  onlyTray,
  onlyWindow,
  quit,
  serverUrl,
  start,
  stateFile,
  useDesktopFolder,
  userData,
} from '../testing/running-desktop.ts';
import { trayImageName } from '../tray/tray-image.ts';

useDesktopFolder();

const platform = 'darwin';
let books: string;
beforeEach(() => {
  books = join(realpathSync(userData), 'Books');
  mkdirSync(books);
});

const comic = (name: string): string => {
  const path = join(books, name);
  writeCbz(path, [{ name: `${name}.png`, data: pngPage(20, 30, name.length) }]);
  return path;
};
/** The reader windows. */
const readers = ({ windows }: FakePorts) =>
  windows.created.filter(({ options }) => options.webPreferences?.preload === undefined);

describe('the dock', () => {
  test('keeps the application when its last window is closed, and shows it again', async () => {
    const ports = await start({ platform });
    const exited = vi.fn();
    void ports.app.exited.then(exited);
    const window = onlyWindow(ports);
    expect(window.close()).toBe(false);
    ports.app.emit('window-all-closed');
    expect(window).toMatchObject({ visible: false, destroyed: false });
    // The server keeps running for other devices.
    expect((await fetch(`${serverUrl()}/api/v1/health`)).status).toBe(200);
    ports.app.emit('activate');
    await vi.waitFor(() => expect(window.visible).toBe(true));
    expect(exited).not.toHaveBeenCalled();
  });

  test('ends the application by its menu, whatever windows are open', async () => {
    const ports = await start({ platform });
    ports.app.openFile(comic('Saga 1.cbz'));
    await vi.waitFor(() => expect(readers(ports)).toHaveLength(1), 10_000);
    expect(await quit(ports)).toBe(0);
    expect(ports.windows.created.map(({ destroyed }) => destroyed)).toEqual([true, true]);
  });

  test('shows nothing at login, until it is clicked', async () => {
    const { ports, started } = begin({ platform, openedAtLogin: true });
    await started;
    expect(ports.windows.created).toEqual([]);
    ports.app.emit('activate');
    await vi.waitFor(() => expect(onlyWindow(ports).visible).toBe(true));
  });
});

describe('what is opened before the application is ready', () => {
  test('is a book in its window, and nothing else', async () => {
    const ready = Promise.withResolvers<undefined>();
    const { ports, started } = begin({ platform, ready: ready.promise });
    const paths = ['Saga 1.cbz', 'Saga 2.cbz'].map(comic);
    for (const path of paths) ports.app.openFile(path);
    expect(ports.windows.created).toEqual([]);
    ready.resolve(undefined);
    await started;
    await vi.waitFor(() => expect(readers(ports)).toHaveLength(2), 10_000);
    expect(ports.windows.created).toHaveLength(2);
    expect(ports.app.recent.toSorted()).toEqual(paths);
    expect(openState(stateFile()).get().recentFiles.toSorted()).toEqual(paths);
    // The main window opens with the first click in the dock.
    ports.app.emit('activate');
    await vi.waitFor(() => expect(ports.windows.created).toHaveLength(3));
  });

  test('is a page of the application, where it is a link', async () => {
    const ready = Promise.withResolvers<undefined>();
    const { ports, started } = begin({ platform, ready: ready.promise });
    const id = crypto.randomUUID();
    ports.app.openLink(`octavo://series/${id}`);
    ready.resolve(undefined);
    await started;
    await vi.waitFor(() => expect(onlyWindow(ports).url).toBe(`${serverUrl()}/series/${id}`));
  });
});

describe('the icon in the menu bar', () => {
  test('opens its menu by a click, and no window', async () => {
    const ports = await start({ platform });
    const window = onlyWindow(ports);
    window.hide();
    onlyTray(ports).click();
    expect(window.visible).toBe(false);
    expect(onlyTray(ports).menu.length).toBeGreaterThan(0);
  });

  test.each(['win32', 'linux'] as const)('opens the window on %s', async (platform) => {
    const ports = await start({ platform });
    const window = onlyWindow(ports);
    window.hide();
    onlyTray(ports).click();
    expect(window.visible).toBe(true);
  });

  const states = ['idle', 'working', 'attention', 'sharing'] as const;
  const folder = resolve(import.meta.dirname, '../../build/tray');

  test.each(states)(
    'is a template for %s: black in all shades of clear, twice as fine too',
    async (state) => {
      const name = trayImageName(state, platform);
      expect(name).toMatch(/Template\.png$/);
      const image = (file: string) =>
        sharp(join(folder, file)).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
      const plain = await image(name);
      const fine = await image(name.replace('.png', '@2x.png'));
      expect([fine.info.width, fine.info.height]).toEqual([
        plain.info.width * 2,
        plain.info.height * 2,
      ]);
      for (const { data } of [plain, fine]) {
        const alphas = new Set<number>();
        for (let index = 0; index < data.length; index += 4) {
          const alpha = data[index + 3] ?? 0;
          alphas.add(alpha);
          if (alpha > 0) expect([...data.subarray(index, index + 3)]).toEqual([0, 0, 0]);
        }
        expect(alphas.has(0)).toBe(true);
        expect(Math.max(...alphas)).toBeGreaterThan(200);
      }
    },
  );

  test('has colours of its own elsewhere', () => {
    for (const state of states) {
      expect(trayImageName(state, 'win32')).toBe(`tray-${state}.png`);
      expect(trayImageName(state, 'linux')).toBe(`tray-${state}.png`);
    }
  });
});

describe('a window in full screen', () => {
  const fullScreen = () => {
    let leave: () => void = () => undefined;
    const done: string[] = [];
    return {
      done,
      leave: () => leave(),
      hide: () => void done.push('hide'),
      isFullScreen: () => true,
      setFullScreen: (full: boolean) => void done.push(`full ${full}`),
      once: (_event: 'leave-full-screen', listener: () => void) => {
        leave = listener;
      },
    };
  };

  test('leaves its space before it hides, or a black one would stay', () => {
    const window = fullScreen();
    hideWindow(window, platform);
    expect(window.done).toEqual(['full false']);
    window.leave();
    expect(window.done).toEqual(['full false', 'hide']);
  });

  test.each(['win32', 'linux'] as const)('hides at once on %s', (platform) => {
    const window = fullScreen();
    hideWindow(window, platform);
    expect(window.done).toEqual(['hide']);
  });
});
