import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';

import type { ServerControl } from '../../server/host-environment.ts';
import { writeCbz } from '../../server/testing/zip.ts';
import { createBackup } from '../../shared/api/backups.ts';
import { createLibrary } from '../../shared/api/libraries.ts';
import { createPairing, redeemPairing } from '../../shared/api/pairing.ts';
import { listScanReports } from '../../shared/api/scan-reports.ts';
import { getScanStatus, startScan } from '../../shared/api/scans.ts';
import { updateSetting } from '../../shared/api/settings.ts';
import type { Sharing } from '../../shared/api/sharing.ts';
import { messagesFor } from '../shell-texts.ts';
import { createNotifications } from './notifications.ts';
import { openState } from '../desktop-state.ts';
import { createFakePorts, type FakePorts } from '../testing/fake-ports.ts';
import {
  onlyTray,
  onlyWindow,
  quit,
  serverUrl,
  signIn,
  start,
  useDesktopFolder,
  userData,
  visitor,
} from '../testing/running-desktop.ts';

useDesktopFolder();

describe('notifications', () => {
  const scannedLibrary = async (ports: FakePorts, books: number) => {
    const folder = join(userData, 'Comics');
    for (let number = 1; number <= books; number++) {
      writeCbz(join(folder, 'Saga', `Saga ${number}.cbz`), 1);
    }
    const { client } = await signIn(ports);
    const body = { name: 'Comics', path: folder, scan_immediately: true };
    const { id } = await client.call(createLibrary, { body });
    await vi.waitFor(() => ports.notifications.titled('Comics was scanned'), 20_000);
    return { client, folder, params: { id } };
  };

  test('report what a scan found, and link to its report', async () => {
    const ports = await start();
    const { client, params } = await scannedLibrary(ports, 3);
    const notice = ports.notifications.titled('Comics was scanned');
    expect(notice).toMatchObject({ body: '3 new books', sticky: false });
    notice.onClick();
    const [report] = (await client.call(listScanReports, { query: {} })).data;
    expect(onlyWindow(ports).url).toBe(`${serverUrl()}/activity/reports/${String(report?.id)}`);

    const before = ports.notifications.shown.length;
    await client.call(startScan, { params });
    await vi.waitFor(async () => {
      const { status, files_processed } = await client.call(getScanStatus, { params });
      expect([status, files_processed]).toEqual(['completed', 3]);
    }, 10_000);
    expect(ports.notifications.shown).toHaveLength(before);
  });

  test('stay when a scan stopped to be safe, unless they are turned off', async () => {
    const ports = await start();
    const { client, folder, params } = await scannedLibrary(ports, 2);
    // Windows keeps what the scan has open for another two seconds.
    await vi.waitFor(() => rmSync(folder, { recursive: true, force: true }), 10_000);
    mkdirSync(folder);
    await client.call(startScan, { params });
    const title = 'The scan of Comics stopped';
    const notice = await vi.waitFor(() => ports.notifications.titled(title), 10_000);
    expect(notice.sticky).toBe(true);
    expect(notice.body).toContain('Nothing was changed');

    await client.call(updateSetting, {
      params: { key: 'desktop.notify_safety' },
      body: { value: false },
    });
    const before = ports.notifications.shown.length;
    await client.call(startScan, { params });
    await vi.waitFor(async () => {
      const { status } = await client.call(getScanStatus, { params });
      expect(status).toBe('failed');
    }, 10_000);
    expect(ports.notifications.shown).toHaveLength(before);
  });

  test('report a new device and a backup that failed', async () => {
    const ports = await start();
    const { client } = await signIn(ports);
    const { token } = await client.call(createPairing, {
      body: { permissions: ['books-read'] },
    });
    await visitor().call(redeemPairing, { body: { token, device_name: 'Phone' } });
    expect(ports.notifications.titled('A device was paired')).toMatchObject({
      body: 'Phone can now read from here.',
      sticky: false,
    });
    await vi.waitFor(() => onlyTray(ports).entry('1 device connected', 'Phone'));

    await client.call(updateSetting, {
      params: { key: 'backups.folder' },
      body: { value: join(userData, 'no-folder') },
    });
    writeFileSync(join(userData, 'no-folder'), '');
    await client.call(createBackup, {});
    const notice = await vi.waitFor(() => ports.notifications.titled('The backup failed'), 10_000);
    expect(notice).toMatchObject({ sticky: true });
    expect(notice.body).toContain('no-folder');
    notice.onClick();
    expect(onlyWindow(ports).url).toBe(`${serverUrl()}/settings/backups`);
  });
});

test('says that the last run was not shut down cleanly, once its database was checked', async () => {
  const first = await start();
  // A process that exits at once leaves the database's WAL behind.
  const log = join(userData, 'data', 'octavo.db-wal');
  cpSync(log, join(userData, 'left'));
  await quit(first);
  expect(first.notifications.shown).toEqual([]);
  cpSync(join(userData, 'left'), log);

  const second = await start();
  expect(second.notifications.titled('Octavo was not shut down cleanly last time').body).toContain(
    'intact',
  );
});

describe('the address of other devices', () => {
  /** Starts notifications with a server whose URL the test sets; returns the bodies shown. */
  const watch = (urls: (string | null)[]) => {
    const state = openState(join(userData, 'desktop.json'));
    const { notifications } = createFakePorts({ userData });
    const listeners: (() => void)[] = [];
    let url = urls[0] ?? null;
    const sharing = {
      state: () =>
        ({ enabled: true, addresses: url === null ? [] : [{ url, reachable: true }] }) as Sharing,
      turn: async () => undefined,
      onChange: (listener: () => void) => {
        listeners.push(listener);
        return () => undefined;
      },
    };
    const control = { sharing, onNotification: () => () => undefined } as unknown as ServerControl;
    createNotifications({
      app: 'Octavo',
      server: { control, checkedAfterCrash: false },
      notifications,
      state,
      window: { show: () => undefined },
      text: messagesFor('en-GB'),
    });
    for (const next of urls.slice(1)) {
      url = next;
      for (const listener of listeners) listener();
    }
    return notifications.shown.map(({ body }) => body);
  };

  test('learns when its port changed, also after a restart, and once', () => {
    expect(watch([null, 'http://192.168.1.5:4477', null, 'http://192.168.1.5:4477'])).toEqual([]);
    const moved = 'The library is now at http://192.168.1.5:4478.';
    expect(watch([null, 'http://192.168.1.5:4478', 'http://192.168.1.5:4478'])).toEqual([moved]);
    expect(watch(['http://192.168.1.9:4478'])).toEqual([]);
  });
});
