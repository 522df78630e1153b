import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeEach, describe, expect, test, vi } from 'vitest';

import { getMe, redeemTicket } from '../../shared/api/auth.ts';
import { getBook, listBooks } from '../../shared/api/books.ts';
import { createLibrary } from '../../shared/api/libraries.ts';
import { startScan } from '../../shared/api/scans.ts';
import { pngPage, writeCbz } from '../../server/testing/zip.ts';
import { channels } from '../ipc/channels.ts';
import { openState } from '../desktop-state.ts';
import type { FakePorts } from '../testing/fake-ports.ts';
import type { FakeWindow } from '../testing/fake-windows.ts';
import {
  onlyWindow,
  quit,
  serverUrl,
  signIn,
  start,
  stateFile,
  useDesktopFolder,
  userData,
  visitor,
} from '../testing/running-desktop.ts';

useDesktopFolder();

let books: string;
beforeEach(() => {
  books = join(realpathSync(userData), 'Books');
  mkdirSync(books);
});

const comic = (name: string, folder = books): string => {
  const path = join(folder, name);
  const data = pngPage(20, 30, name.length);
  writeCbz(path, [{ name: `${name}.png`, data }]);
  return path;
};
/** Waits until there are `count` reader windows and returns them. */
const readers = async ({ windows }: FakePorts, count: number): Promise<FakeWindow[]> => {
  const found = () =>
    windows.created.filter(({ options }) => options.webPreferences?.preload === undefined);
  await vi.waitFor(() => expect(found()).toHaveLength(count), 10_000);
  return found();
};
const idOf = (window: FakeWindow | undefined) =>
  /\/read\/([0-9a-f-]{36})\?/.exec(window?.url ?? '')?.[1] ?? '';
const page = () => ({ url: `${serverUrl()}/`, isMainFrame: true });

describe('a book from the disk', () => {
  test('is opened by a double-click, in a window of its own and nothing else', async () => {
    const ports = await start({ arguments: ['--flag', comic('Saga 1.cbz')] });
    const [window] = await readers(ports, 1);
    expect(ports.windows.created).toHaveLength(1);
    expect(window).toMatchObject({ visible: true });
    expect(window?.options.webPreferences).toEqual({
      partition: 'octavo-books',
      navigateOnDragDrop: true,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
      webSecurity: true,
      spellcheck: false,
    });
    expect(window?.navigate(`${serverUrl()}/`)).toBe(true);
    expect(window?.navigate('https://evil.example/')).toBe(false);
    expect(window?.attachWebview()).toBe(false);
    expect(window?.requestPermission('geolocation', serverUrl())).toBe(false);
    expect(ports.app.recent).toEqual([join(books, 'Saga 1.cbz')]);
  });

  test('is read by its owner, whom the ticket in the address signs in once', async () => {
    const ports = await start({ arguments: [comic('Saga 1.cbz')] });
    const [window] = await readers(ports, 1);
    const { pathname, search, hash } = new URL(window?.url ?? '');
    expect([pathname, search]).toEqual([`/read/${idOf(window)}`, '?own=file']);
    const ticket = new URLSearchParams(hash.slice(1)).get('ticket') ?? '';
    const session = await visitor().call(redeemTicket, { body: { ticket } });
    const client = visitor({ authorization: `Bearer ${session.access_token}` });
    expect((await client.call(getMe)).username).toBe('anna');
    const book = await client.call(getBook, { params: { id: idOf(window) } });
    expect(book.path).toBe(join(books, 'Saga 1.cbz'));
    await expect(visitor().call(redeemTicket, { body: { ticket } })).rejects.toMatchObject({
      code: 'Unauthorized',
    });
  });

  test('speaks the language that is chosen while it is open', async () => {
    const ports = await start({ arguments: [comic('Saga 1.cbz')] });
    const [window] = await readers(ports, 1);
    await ports.ipc.invoke(channels.setAppearance, page(), { colorScheme: 'dark', language: 'de' });
    const address = `${serverUrl()}/read/${idOf(window)}?own=file`;
    expect(window?.url).toBe(`${address}#language=de`);
    await ports.ipc.invoke(channels.setAppearance, page(), { colorScheme: 'auto', language: null });
    expect(window?.url).toBe(`${address}#language=`);
  });

  test('comes to the front when it is opened again, and opens again when it was closed', async () => {
    const path = comic('Saga 1.cbz');
    const ports = await start();
    ports.app.startAgain([path]);
    const [first] = await readers(ports, 1);
    first?.blur();
    ports.app.startAgain(['Saga 1.cbz'], books);
    await vi.waitFor(() => expect(first?.focused).toBe(true));
    expect(first?.close()).toBe(true);
    ports.app.openFile(path);
    const [, second] = await readers(ports, 2);
    expect(idOf(second)).toBe(idOf(first));
  });

  test('that a library holds is opened as its book', async () => {
    const ports = await start();
    const { client } = await signIn(ports);
    const path = comic('Saga 1.cbz', join(books, 'Saga'));
    const library = await client.call(createLibrary, { body: { name: 'Books', path: books } });
    await client.call(startScan, { params: { id: library.id } });
    const book = await vi.waitFor(async () => {
      const [found] = (await client.call(listBooks)).data;
      if (!found) throw new Error('Not scanned yet');
      return found;
    }, 10_000);
    ports.app.startAgain([path]);
    const [window] = await readers(ports, 1);
    expect(window?.url).toMatch(`${serverUrl()}/read/${book.id}?own=book#ticket=`);

    const reveal = (kind: string, id: string) =>
      ports.ipc.invoke(channels.reveal, page(), { kind, id });
    expect(await reveal('book', book.id)).toBe(true);
    expect(await reveal('series', book.series_id)).toBe(true);
    expect(await reveal('book', crypto.randomUUID())).toBe(false);
    expect(ports.shell.revealed).toEqual([path, join(books, 'Saga')]);
    await expect(reveal('book', path)).rejects.toThrow('uuid');
    await expect(reveal('file', book.id)).rejects.toThrow();
  });

  test('that cannot be read is reported in one dialog, and not offered again', async () => {
    const ports = await start();
    const good = comic('Saga 1.cbz');
    writeFileSync(join(books, 'page.cbz'), '<!doctype html>');
    ports.app.startAgain([join(books, 'page.cbz'), join(books, 'gone.cbz'), good]);
    await readers(ports, 1);
    await vi.waitFor(() => expect(ports.dialogs.errors).toHaveLength(1), 10_000);
    const [error] = ports.dialogs.errors.splice(0);
    expect(ports.dialogs.fatal).toEqual([]);
    expect(error?.title).toBe('2 files could not be opened');
    expect(error?.message).toContain('page.cbz: This file is a web page');
    expect(error?.message).toContain('gone.cbz: The file');
    expect(openState(stateFile()).get().recentFiles).toEqual([good]);
  });

  test('that the page opens in a window of its own is read as the user of the page', async () => {
    const ports = await start();
    const id = crypto.randomUUID();
    onlyWindow(ports).openWindow(`${serverUrl()}/read/${id}`);
    const [window] = await readers(ports, 1);
    expect(window?.url).toBe(`${serverUrl()}/read/${id}?own=book`);
    expect(window?.options.webPreferences).not.toHaveProperty('partition');
    expect(ports.shell.opened).toEqual([]);
  });

  test('ends with the application', async () => {
    const ports = await start({ arguments: [comic('Saga 1.cbz')] });
    const [window] = await readers(ports, 1);
    expect(await quit(ports)).toBe(0);
    expect(window?.destroyed).toBe(true);
  });
});

describe('the look of windows', () => {
  const setAppearance = (ports: FakePorts, look: unknown) =>
    ports.ipc.invoke(channels.setAppearance, page(), look);
  const languageOf = (window: FakeWindow | undefined) =>
    new URLSearchParams(new URL(window?.url ?? '').hash.slice(1)).get('language');

  test('follows the application, also at the next start', async () => {
    const ports = await start();
    expect(ports.theme.followed).toBe('system');
    await setAppearance(ports, { colorScheme: 'dark', language: 'de' });
    expect(ports.theme.followed).toBe('dark');
    ports.app.openFile(comic('Saga 1.cbz'));
    const [window] = await readers(ports, 1);
    expect(languageOf(window)).toBe('de');
    expect(await quit(ports)).toBe(0);

    const again = await start();
    expect(again.theme.followed).toBe('dark');
    await setAppearance(again, { colorScheme: 'auto', language: null });
    expect(again.theme.followed).toBe('system');
    again.app.openFile(comic('Saga 2.cbz'));
    expect(languageOf((await readers(again, 1))[0])).toBe('');
  });

  test.each([
    ['no look', null],
    ['other colours', { colorScheme: 'sepia', language: null }],
    ['no language', { colorScheme: 'auto', language: 'de#ticket=1' }],
  ])('is not changed to %s', async (_, look) => {
    const ports = await start();
    await expect(setAppearance(ports, look)).rejects.toThrow();
    expect(ports.theme.followed).toBe('system');
  });
});

describe('the menu', () => {
  const entry = (ports: FakePorts, ...path: string[]) =>
    path.reduce<FakePorts['menus']['application'][number] | undefined>(
      (found, label) => found?.submenu?.find((entry) => entry.label === label),
      { submenu: ports.menus.application },
    );

  test('opens books that are chosen, and those opened last once more', async () => {
    const ports = await start();
    expect(entry(ports, 'File', 'Open recent')?.enabled).toBe(false);
    ports.dialogs.files = [comic('Saga & Co.cbz'), comic('Saga 2.cbz')];
    entry(ports, 'File', 'Open…')?.click?.();
    const [first] = await readers(ports, 2);
    const labels = () => entry(ports, 'File', 'Open recent')?.submenu?.map(({ label }) => label);
    await vi.waitFor(() =>
      expect(labels()).toEqual(['Saga 2.cbz', 'Saga && Co.cbz', undefined, 'Clear list']),
    );
    first?.blur();
    entry(ports, 'File', 'Open recent', 'Saga && Co.cbz')?.click?.();
    await vi.waitFor(() => expect(first?.focused).toBe(true), 10_000);

    entry(ports, 'File', 'Open recent', 'Clear list')?.click?.();
    expect(ports.app.recent).toEqual([]);
    expect(entry(ports, 'File', 'Open recent')?.enabled).toBe(false);
  });
});

describe('what is dropped on the window', () => {
  const drop = (ports: FakePorts, paths: unknown) =>
    ports.ipc.invoke(channels.openDropped, page(), paths);

  test('is opened where it is a book, and given back where it is a folder', async () => {
    const ports = await start();
    const path = comic('Saga 1.cbz');
    mkdirSync(join(books, 'Manga'));
    expect(await drop(ports, [path, join(books, 'Manga')])).toEqual([join(books, 'Manga')]);
    await readers(ports, 1);
  });

  test('that shows a book is opened in a window of its own, however Chromium asks for it', async () => {
    const ports = await start({ arguments: [comic('Saga 1.cbz')] });
    const [first] = await readers(ports, 1);
    const before = first?.url;
    first?.openWindow(pathToFileURL(comic('Saga #2.cbz')).href);
    await readers(ports, 2);
    expect(first?.navigate(pathToFileURL(comic('Saga 3.cbz')).href)).toBe(false);
    const windows = await readers(ports, 3);
    expect(windows.every(({ visible }) => visible)).toBe(true);
    expect(first?.url).toBe(before);
    expect(openState(stateFile()).get().recentFiles).toEqual(
      ['Saga 3.cbz', 'Saga #2.cbz', 'Saga 1.cbz'].map((name) => join(books, name)),
    );
    expect(ports.shell.opened).toEqual([]);
  });

  test('that shows a book is reported where it is none, and ignored in frames and in the main window', async () => {
    const ports = await start();
    const path = pathToFileURL(comic('Saga 1.cbz')).href;
    onlyWindow(ports).openWindow(path);
    expect(onlyWindow(ports).navigate(path)).toBe(false);
    ports.app.openFile(comic('Saga 2.cbz'));
    const [window] = await readers(ports, 1);
    expect(window?.navigate(path, false)).toBe(false);
    writeFileSync(join(books, 'notes.txt'), 'Buy milk');
    window?.openWindow(pathToFileURL(join(books, 'notes.txt')).href);
    await vi.waitFor(() => expect(ports.dialogs.errors).toHaveLength(1));
    expect(ports.dialogs.errors.splice(0)[0]?.message).toContain('notes.txt');
    expect(openState(stateFile()).get().recentFiles).toEqual([join(books, 'Saga 2.cbz')]);
  });

  test.each([
    ['no list', '/etc/passwd'],
    ['no texts', [1]],
    ['far too much', Array.from({ length: 101 }, () => '/a.cbz')],
  ])('is refused where it is %s', async (_, paths) => {
    await expect(drop(await start(), paths)).rejects.toThrow();
  });
});

describe('a link', () => {
  const id = '0190a6a0-1c2d-7e3f-8a4b-5c6d7e8f9a0b';

  test('leads the window to its page, from a start and on macOS', async () => {
    const ports = await start({ isPackaged: true, platform: 'darwin' });
    expect(ports.app.claimed).toEqual(['octavo']);
    const window = onlyWindow(ports);
    window.hide();
    ports.app.openLink(`octavo://series/${id}`);
    await vi.waitFor(() => expect(window.url).toBe(`${serverUrl()}/series/${id}`));
    expect(window.visible).toBe(true);
    ports.app.startAgain([`octavo://book/${id}`]);
    await vi.waitFor(() => expect(window.url).toBe(`${serverUrl()}/book/${id}`));
  });

  test('that starts the application opens its page at once', async () => {
    const window = onlyWindow(await start({ arguments: [`octavo://book/${id}`] }));
    expect(window.url).toBe(`${serverUrl()}/book/${id}`);
  });

  test('that leads nowhere only brings the window to the front', async () => {
    const ports = await start();
    const window = onlyWindow(ports);
    window.hide();
    const before = window.url;
    ports.app.openLink('octavo://open?path=/etc/passwd');
    await vi.waitFor(() => expect(window.visible).toBe(true));
    expect(window.url).toBe(before);
    expect(ports.app.claimed).toEqual([]);
  });
});
