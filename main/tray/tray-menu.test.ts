import { expect, test } from 'vitest';

import { messagesFor } from '../shell-texts.ts';
import type { MenuEntry } from '../ports.ts';
import {
  statusLines,
  trayMenu,
  trayProgress,
  trayState,
  type TrayActions,
  type TrayView,
} from './tray-menu.ts';

type Active = TrayView['active'][number];

const scan = (change: Partial<Active>): Active => ({
  task_id: '01900000-0000-7000-8000-000000000009',
  library_id: 'manga',
  library_name: 'Manga',
  mode: 'normal',
  status: 'running',
  paused: false,
  files_total: 2000,
  files_processed: 312,
  series_found: 0,
  books_added: 0,
  books_updated: 0,
  books_removed: 0,
  current_file: null,
  error_count: 0,
  started_at: null,
  completed_at: null,
  minutesLeft: null,
  ...change,
});

const idle: TrayView = {
  app: 'Octavo',
  libraries: [
    { id: 'comics', name: 'Comics' },
    { id: 'manga', name: 'Manga' },
  ],
  reading: null,
  active: [],
  schedulesPausedUntil: null,
  devices: [],
  problems: 2,
  failed: [],
  sharing: { isOn: false, canChange: true, url: null },
  startsAtLogin: false,
  update: { kind: 'idle' },
  connectTo: { label: 'Connect to a server…' },
};
const english = messagesFor('en-GB');
const nothing: TrayActions = {
  open: () => undefined,
  scanAll: () => undefined,
  scan: () => undefined,
  pause: () => undefined,
  resume: () => undefined,
  cancel: () => undefined,
  pauseSchedules: () => undefined,
  share: () => undefined,
  copy: () => undefined,
  turnLoginItem: () => undefined,
  askForUpdates: () => undefined,
  quit: () => undefined,
};
const labels = (entries: MenuEntry[] = []) => entries.map(({ type, label }) => label ?? type);

test('offers a scan of all, of each, and the same deep', () => {
  const asked: string[] = [];
  const actions: TrayActions = {
    ...nothing,
    scanAll: (mode) => asked.push(`all ${mode}`),
    scan: (id, mode) => asked.push(`${id} ${mode}`),
  };
  const menu = trayMenu(idle, actions, english, 'en-GB');
  expect(labels(menu)).toEqual([
    'Open Octavo',
    'separator',
    'Scan now',
    'Pause schedules',
    'separator',
    'Share on this network',
    'Show pairing QR',
    'separator',
    'Health (2)',
    'Start at login',
    'Check for updates…',
    'separator',
    'Connect to a server…',
    'separator',
    'Quit Octavo',
  ]);
  const scans = menu[2]?.submenu ?? [];
  const each = ['All libraries', 'separator', 'Comics', 'Manga'];
  expect(labels(scans)).toEqual([...each, 'separator', 'Deep scan']);
  const deep = scans.at(-1)?.submenu ?? [];
  expect(labels(deep)).toEqual(each);

  for (const entry of [...scans, ...deep]) entry.click?.();
  expect(asked).toEqual([
    'all normal',
    'comics normal',
    'manga normal',
    'all deep',
    'comics deep',
    'manga deep',
  ]);
});

test('shows progress and a way to cancel while scanning, and does not offer the same again', () => {
  const menu = trayMenu({ ...idle, active: [scan({})] }, nothing, english, 'en-GB');
  expect(labels(menu).slice(2, 5)).toEqual([
    'Scanning Manga 312/2,000',
    'Pause scan',
    'Cancel scan',
  ]);
  const offered = menu.find(({ label }) => label === 'Scan now')?.submenu ?? [];
  expect(offered.map(({ enabled }) => enabled)).toEqual([
    true,
    undefined,
    true,
    false,
    undefined,
    undefined,
  ]);
});

test('has nothing to scan without libraries', () => {
  const menu = trayMenu({ ...idle, libraries: [] }, nothing, english, 'en-GB');
  expect(menu.find(({ label }) => label === 'Scan now')?.enabled).toBe(false);
});

test('offers to share, and the address to copy while it is shared', () => {
  const asked: unknown[] = [];
  const actions: TrayActions = {
    ...nothing,
    share: (on) => asked.push(on),
    copy: (url) => asked.push(url),
  };
  const entries = (sharing: TrayView['sharing']) => {
    const menu = trayMenu({ ...idle, sharing }, actions, english, 'en-GB');
    return menu.slice(menu.findIndex(({ label }) => label === 'Share on this network'));
  };
  const [off] = entries(idle.sharing);
  expect(off?.checked).toBe(false);
  off?.click?.();
  const url = 'http://192.168.1.5:4477';
  const [on, address] = entries({ isOn: true, canChange: true, url });
  expect([on?.checked, address?.label]).toEqual([true, `Copy ${url}`]);
  on?.click?.();
  address?.click?.();
  expect(asked).toEqual([true, false, url]);

  const [fixed, nowhere] = entries({ isOn: true, canChange: false, url: null });
  expect([fixed?.enabled, nowhere?.enabled]).toEqual([false, false]);
});

test('offers to resume paused scans, and both actions where others run', () => {
  const offered = (...scans: Active[]) =>
    labels(trayMenu({ ...idle, active: scans }, nothing, english, 'en-GB')).filter((label) =>
      /scan$/.test(label ?? ''),
    );
  const paused = scan({ paused: true });
  expect(offered(paused)).toEqual(['Resume scan', 'Cancel scan']);
  expect(offered(paused, scan({}))).toEqual(['Pause scan', 'Resume scan', 'Cancel scan']);
});

test('continues the book, however long and odd its title', () => {
  const opened: unknown[] = [];
  const actions: TrayActions = { ...nothing, open: (path) => opened.push(path) };
  const entry = (title: string) => {
    const reading = { book_id: 'b1', title, page: 41 };
    return trayMenu({ ...idle, reading }, actions, english, 'en-GB')[1];
  };
  expect(entry('Asterix & Obelix')?.label).toBe('Continue: Asterix && Obelix, page 41');
  expect(entry('x'.repeat(200))?.label).toHaveLength('Continue: , page 41'.length + 40);
  entry('Saga')?.click?.();
  expect(opened).toEqual(['/read/b1?page=41']);
});

test('pauses schedules, says until when, and resumes them', () => {
  const asked: unknown[] = [];
  const actions: TrayActions = { ...nothing, pauseSchedules: (until) => asked.push(until) };
  const entries = (schedulesPausedUntil: string | null) =>
    trayMenu({ ...idle, schedulesPausedUntil }, actions, english, 'en-GB').find(
      ({ label }) => label === 'Pause schedules',
    )?.submenu ?? [];
  expect(labels(entries(null))).toEqual(['For 1 hour', 'Until tomorrow']);
  const resting = entries('Fri 06:00');
  expect(labels(resting)).toEqual([
    'Schedules paused until Fri 06:00',
    'For 1 hour',
    'Until tomorrow',
    'separator',
    'Resume schedules',
  ]);
  for (const entry of resting) entry.click?.();
  expect(asked).toEqual(['hour', 'tomorrow', null]);
});

test('leads to pairing, to the devices that are connected and to Health', () => {
  const opened: unknown[] = [];
  const actions: TrayActions = { ...nothing, open: (path) => opened.push(path) };
  const menu = trayMenu({ ...idle, devices: ['Phone', 'Tab & pen'] }, actions, english, 'en-GB');
  const devices = menu.find(({ label }) => label === '2 devices connected');
  expect(labels(devices?.submenu)).toEqual(['Phone', 'Tab && pen', 'separator', 'Manage devices…']);
  for (const entry of [...menu, ...(devices?.submenu ?? [])]) entry.click?.();
  expect(opened).toEqual([
    undefined,
    '/settings/devices?pair=true',
    '/health',
    '/settings/devices',
  ]);
});

test('leaves out starting at login where that cannot be', () => {
  const menu = trayMenu({ ...idle, startsAtLogin: null }, nothing, english, 'en-GB');
  expect(labels(menu)).not.toContain('Start at login');
});

test.each<[string, Partial<TrayView>, string, string[], number | null]>([
  ['nothing to do', {}, 'idle', [], null],
  ['walking folders', { active: [scan({ files_total: 0 })] }, 'working', ['Scanning Manga'], 0],
  [
    'two scans',
    {
      active: [
        scan({ files_total: 100, files_processed: 30 }),
        scan({ library_name: 'Comics', files_total: 300, files_processed: 70 }),
      ],
    },
    'working',
    ['Scanning Manga 30/100', 'Scanning Comics 70/300'],
    0.25,
  ],
  [
    'one waiting',
    { active: [scan({ status: 'pending', files_total: 0, files_processed: 0 })] },
    'working',
    ['Waiting to scan Manga'],
    0,
  ],
  [
    'one that says how long',
    { active: [scan({ minutesLeft: 4 })] },
    'working',
    ['Scanning Manga 312/2,000 (4 min)'],
    0.156,
  ],
  [
    'a paused scan',
    { active: [scan({ paused: true })] },
    'idle',
    ['Scanning Manga 312/2,000, paused'],
    0.156,
  ],
  ['sharing', { sharing: { isOn: true, canChange: true, url: null } }, 'sharing', [], null],
  ['a failed scan', { failed: ['Manga'] }, 'attention', ['The scan of Manga failed'], null],
])('state, lines and progress of %s', (_case, change, state, lines, progress) => {
  const view = { ...idle, ...change };
  expect(trayState(view)).toBe(state);
  expect(statusLines(view, english, 'en-GB')).toEqual(lines);
  expect(trayProgress(view)).toBe(progress);
});

test('speaks German, with German numbers', () => {
  const german = messagesFor('de-AT');
  expect(
    statusLines({ ...idle, active: [scan({ files_total: 12_000 })] }, german, 'de-DE'),
  ).toEqual(['Manga wird gescannt 312/12.000']);
});

test.each([
  [{ kind: 'idle' }, 'Check for updates…', true],
  [{ kind: 'checking' }, 'Checking for updates…', false],
  [
    { kind: 'downloading', version: '2.0.0', fraction: 0.47 },
    'Downloading Octavo 2.0.0: 40%',
    true,
  ],
  [{ kind: 'ready', version: '2.0.0' }, 'Install Octavo 2.0.0…', true],
] as const)('says how far an update is: %j', (update, label, canBeAsked) => {
  let asked = 0;
  const actions = { ...nothing, askForUpdates: () => void (asked += 1) };
  const menu = trayMenu({ ...idle, update }, actions, english, 'en-GB');
  const entry = menu.find((candidate) => candidate.label === label);
  expect(entry).toBeDefined();
  entry?.click?.();
  expect(asked).toBe(canBeAsked ? 1 : 0);
});
