import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';

import { writeCbz } from '../../server/testing/zip.ts';
import { listBooks } from '../../shared/api/books.ts';
import { createLibrary } from '../../shared/api/libraries.ts';
import { updateProgress } from '../../shared/api/progress.ts';
import { getScanStatus } from '../../shared/api/scans.ts';
import { updateSetting } from '../../shared/api/settings.ts';
import { getSharing } from '../../shared/api/sharing.ts';
import { openState } from '../desktop-state.ts';
import type { FakePorts } from '../testing/fake-ports.ts';
import {
  onlyTray,
  onlyWindow,
  quit,
  serverUrl,
  signIn,
  start,
  stateFile,
  useDesktopFolder,
  userData,
} from '../testing/running-desktop.ts';

useDesktopFolder();

describe('the tray', () => {
  const addLibrary = async (ports: FakePorts, books: number) => {
    const folder = join(userData, 'Manga');
    for (let number = 1; number <= books; number++) {
      writeCbz(join(folder, `Series ${number % 20}`, `Volume ${number}.cbz`), 1);
    }
    const { client } = await signIn(ports);
    const library = await client.call(createLibrary, { body: { name: 'Manga', path: folder } });
    onlyWindow(ports).blur();
    await vi.waitFor(() => onlyTray(ports).entry('Scan now', 'Manga'));
    // Waits out the throttle, so that later changes are shown at once.
    await new Promise((resolve) => setTimeout(resolve, 600));
    return { client, params: { id: library.id } };
  };

  test('starts a scan and shows how far it is', async () => {
    const ports = await start();
    const tray = onlyTray(ports);
    expect(tray.entry('Scan now').enabled).toBe(false);
    const { client, params } = await addLibrary(ports, 1500);
    tray.seen.length = 0;

    tray.entry('Scan now', 'Manga').click?.();
    await vi.waitFor(() =>
      expect(tray.seen.join()).toMatch(/Scanning Manga|Waiting to scan Manga/),
    );
    await vi.waitFor(() => expect(tray.state).toBe('idle'), 50_000);
    expect(tray.labels().join()).not.toContain('Scanning');
    expect(onlyWindow(ports).progress).toBe(-1);
    expect((await client.call(getScanStatus, { params })).books_added).toBe(1500);
  });

  test('cancels', async () => {
    const ports = await start();
    const tray = onlyTray(ports);
    const { client, params } = await addLibrary(ports, 1500);

    tray.entry('Scan now', 'Deep scan', 'All libraries').click?.();
    await vi.waitFor(() => expect(tray.state).toBe('working'), 10_000);
    expect(tray.toolTip).toContain('Manga');
    expect(onlyWindow(ports).progress).toBeGreaterThanOrEqual(0);
    tray.entry('Cancel scan').click?.();
    await vi.waitFor(() => expect(tray.state).toBe('idle'), 50_000);
    expect(await client.call(getScanStatus, { params })).toMatchObject({
      mode: 'deep',
      status: 'cancelled',
    });
  });

  test('pauses and resumes', async () => {
    const ports = await start();
    const tray = onlyTray(ports);
    const { client, params } = await addLibrary(ports, 4000);
    tray.entry('Scan now', 'Manga').click?.();
    await vi.waitFor(() => tray.entry('Pause scan').click?.(), 10_000);
    await vi.waitFor(() => expect(tray.state).toBe('idle'));
    expect(tray.toolTip).toContain('paused');
    expect(await client.call(getScanStatus, { params })).toMatchObject({ paused: true });
    expect(ports.power.awake).toBe(0);

    tray.entry('Resume scan').click?.();
    // The pause can take effect before the menu is updated.
    await vi.waitFor(async () => {
      const { status } = await client.call(getScanStatus, { params });
      expect(status).toBe('completed');
    }, 50_000);
    await vi.waitFor(() => expect(tray.labels()).not.toContain('Resume scan'));
    await vi.waitFor(() => expect(tray.state).toBe('idle'));
    expect(ports.power.awake).toBe(0);
    expect((await client.call(getScanStatus, { params })).books_added).toBe(4000);
  });

  test('pauses schedules, also over a restart, and resumes them', async () => {
    const first = await start();
    onlyTray(first).entry('Pause schedules', 'Until tomorrow').click?.();
    await quit(first);
    const second = await start();
    const tray = onlyTray(second);
    expect(tray.labels().join()).toContain('Schedules paused until');
    tray.entry('Pause schedules', 'Resume schedules').click?.();
    await vi.waitFor(() => expect(tray.labels().join()).not.toContain('Schedules paused until'));
    expect(openState(stateFile()).get().schedulesPausedUntil).toBeNull();
  });

  test('continues the book that is being read', async () => {
    const ports = await start();
    const { client, params } = await addLibrary(ports, 1);
    const tray = onlyTray(ports);
    tray.entry('Scan now', 'Manga').click?.();
    const book = await vi.waitFor(async () => {
      const [found] = (await client.call(listBooks, { query: { library_id: params.id } })).data;
      if (!found) throw new Error('not scanned yet');
      return found;
    }, 10_000);
    await client.call(updateProgress, {
      params: { id: book.id },
      body: { current_page: 1, is_completed: false },
    });
    const label = `Continue: ${book.title}, page 1`;
    await vi.waitFor(() => tray.entry(label).click?.());
    expect(onlyWindow(ports)).toMatchObject({
      url: `${serverUrl()}/read/${book.id}?page=1`,
      visible: true,
    });
    tray.entry('Show pairing QR').click?.();
    expect(onlyWindow(ports).url).toBe(`${serverUrl()}/settings/devices?pair=true`);
  });

  test('calls for attention when a scan failed unseen, until somebody looks', async () => {
    const ports = await start();
    const tray = onlyTray(ports);
    await addLibrary(ports, 1);
    onlyWindow(ports).close();
    rmSync(join(userData, 'Manga'), { recursive: true });

    tray.entry('Scan now', 'All libraries').click?.();
    await vi.waitFor(() => expect(tray.state).toBe('attention'), 10_000);
    expect(tray.labels()).toContain('The scan of Manga failed');
    tray.entry('Open Octavo').click?.();
    await vi.waitFor(() => expect(tray.state).toBe('idle'));
  });

  test('changes its menu at most twice a second, and only when there is something new', async () => {
    const ports = await start();
    const tray = onlyTray(ports);
    await addLibrary(ports, 1500);
    tray.menusSetAt.length = 0;
    tray.entry('Scan now', 'Manga').click?.();
    await vi.waitFor(() => expect(tray.state).toBe('working'), 10_000);
    await vi.waitFor(() => expect(tray.state).toBe('idle'), 50_000);
    const gaps = tray.menusSetAt
      .slice(1)
      .map((time, index) => time - (tray.menusSetAt[index] ?? 0));
    // A menu that was set late makes the next pause shorter.
    expect(Math.min(...gaps)).toBeGreaterThan(400);

    const menus = tray.menusSetAt.length;
    onlyWindow(ports).blur();
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(tray.menusSetAt.length).toBe(menus);
  });

  test('turns starting at login on and off', async () => {
    const ports = await start({ isPackaged: true, platform: 'win32' });
    const tray = onlyTray(ports);
    tray.entry('Start at login').click?.();
    await vi.waitFor(() => expect(tray.entry('Start at login').checked).toBe(true));
    tray.entry('Start at login').click?.();
    await vi.waitFor(() => expect(tray.entry('Start at login').checked).toBe(false));
    expect(ports.login.on).toBe(false);
  });

  test('shares on the network and ends that', async () => {
    const ports = await start();
    const { client } = await signIn(ports);
    // An address that does not resolve, so that the test contacts no one.
    await client.call(updateSetting, {
      params: { key: 'sharing.interfaces' },
      body: { value: 'nowhere0' },
    });
    const tray = onlyTray(ports);
    const label = 'Share on this network';
    tray.entry(label).click?.();
    await vi.waitFor(() => expect(tray.entry(label).checked).toBe(true));
    expect(tray.entry('Shared, but not reachable: see Settings').enabled).toBe(false);
    expect((await client.call(getSharing)).enabled).toBe(true);
    tray.entry(label).click?.();
    await vi.waitFor(() => expect(tray.entry(label).checked).toBe(false));
    expect((await client.call(getSharing)).enabled).toBe(false);
    expect(ports.dialogs.errors).toEqual([]);
  });
});
