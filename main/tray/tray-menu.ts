import type { ScanEvent, ScanMode } from '../../shared/api/scan-record.ts';
import type { Messages } from '../shell-texts.ts';
import type { MenuEntry, TrayState } from '../ports.ts';
import type { UpdateState } from '../updates/updates.ts';

/** The state shown in the tray. */
export interface TrayView {
  app: string;
  libraries: { id: string; name: string }[];
  /** The user's current book. */
  reading: { book_id: string; title: string; page: number } | null;
  /** Active scans with their remaining minutes, if known. */
  active: (ScanEvent & { minutesLeft: number | null })[];
  /** Until when scheduled scans are suspended, formatted; null if they are not. */
  schedulesPausedUntil: string | null;
  /** Names of recently seen devices. */
  devices: string[];
  /** Number of problems listed under Health. */
  problems: number;
  /** Names of libraries whose last scan failed, until the user opens the window. */
  failed: string[];
  sharing: {
    isOn: boolean;
    /** False if sharing is set in the configuration. */
    canChange: boolean;
    /** The preferred reachable address, or null. */
    url: string | null;
  };
  /** Null if starting at login is not supported. */
  startsAtLogin: boolean | null;
  update: UpdateState;
  /** Leads to other servers. */
  connectTo: MenuEntry;
}

/** Handlers of the menu entries. */
export interface TrayActions {
  /** Opens the application, at a path if given. */
  open: (path?: string) => void;
  scanAll: (mode: ScanMode) => void;
  scan: (libraryId: string, mode: ScanMode) => void;
  pause: () => void;
  resume: () => void;
  cancel: () => void;
  pauseSchedules: (until: 'hour' | 'tomorrow' | null) => void;
  share: (on: boolean) => void;
  copy: (text: string) => void;
  turnLoginItem: (on: boolean) => void;
  askForUpdates: () => void;
  quit: () => void;
}

const separator: MenuEntry = { type: 'separator' };
const linesAtMost = 5;
const maxTitleLength = 40;

export const trayState = ({ active, failed, sharing }: TrayView): TrayState => {
  if (active.some(({ paused }) => !paused)) return 'working';
  if (failed.length > 0) return 'attention';
  return sharing.isOn ? 'sharing' : 'idle';
};

/** Progress of all running scans, 0 to 1; null if there are none. */
export const trayProgress = ({ active }: TrayView): number | null => {
  if (active.length === 0) return null;
  const total = active.reduce((sum, scan) => sum + scan.files_total, 0);
  const done = active.reduce((sum, scan) => sum + scan.files_processed, 0);
  return total === 0 ? 0 : Math.min(1, done / total);
};

/** One line per scan: "Scanning Manga 312/2,000 (4 min)", then the failed ones. */
export const statusLines = (view: TrayView, text: Messages, locale: string): string[] => {
  const number = new Intl.NumberFormat(locale);
  const scanLine = (scan: TrayView['active'][number]) => {
    if (scan.status === 'pending') return text.waiting(scan.library_name);
    // The total is unknown until the folders have been walked.
    if (scan.files_total === 0) return text.scanning(scan.library_name);
    const progress = `${number.format(scan.files_processed)}/${number.format(scan.files_total)}`;
    const left = scan.minutesLeft === null ? '' : ` ${text.minutesLeft(scan.minutesLeft)}`;
    return `${text.scanning(scan.library_name)} ${progress}${left}`;
  };
  const scans = view.active.map((scan) =>
    scan.paused ? text.paused(scanLine(scan)) : scanLine(scan),
  );
  return [...scans, ...view.failed.map((name) => text.scanFailed(name))].slice(0, linesAtMost);
};

export const trayMenu = (
  view: TrayView,
  actions: TrayActions,
  text: Messages,
  locale: string,
): MenuEntry[] => {
  const lines = statusLines(view, text, locale);
  return [
    { label: text.open(view.app), click: () => actions.open() },
    ...(view.reading === null ? [] : [continueEntry(view.reading, actions, text)]),
    separator,
    ...lines.map((label): MenuEntry => ({ label, enabled: false })),
    ...activeEntries(view, actions, text),
    ...(lines.length > 0 ? [separator] : []),
    {
      label: text.scanNow,
      enabled: view.libraries.length > 0,
      submenu: [
        ...scanEntries('normal', view, actions, text),
        separator,
        { label: text.deepScan, submenu: scanEntries('deep', view, actions, text) },
      ],
    },
    scheduleEntry(view.schedulesPausedUntil, actions, text),
    separator,
    ...sharingEntries(view.sharing, actions, text),
    { label: text.showPairing, click: () => actions.open('/settings/devices?pair=true') },
    ...(view.devices.length === 0 ? [] : [devicesEntry(view.devices, actions, text)]),
    separator,
    {
      label: text.health(new Intl.NumberFormat(locale).format(view.problems)),
      click: () => actions.open('/health'),
    },
    ...(view.startsAtLogin === null ? [] : loginEntries(view.startsAtLogin, actions, text)),
    updateEntry(view, actions, text, locale),
    separator,
    view.connectTo,
    separator,
    { label: text.quit(view.app), click: actions.quit },
  ];
};

const continueEntry = (
  { book_id, title, page }: NonNullable<TrayView['reading']>,
  actions: TrayActions,
  text: Messages,
): MenuEntry => ({
  label: asLabel(text.continueReading(shortened(title), page)),
  click: () => actions.open(`/read/${book_id}?page=${String(page)}`),
});

/** Limits the width of the menu. */
const shortened = (title: string): string =>
  title.length > maxTitleLength ? `${title.slice(0, maxTitleLength - 1).trimEnd()}…` : title;

/** Escapes `&`, which marks an access key. */
const asLabel = (label: string): string => label.replaceAll('&', '&&');

const activeEntries = ({ active }: TrayView, actions: TrayActions, text: Messages): MenuEntry[] => {
  if (active.length === 0) return [];
  return [
    ...(active.some(({ paused }) => !paused)
      ? [{ label: text.pauseScan, click: actions.pause }]
      : []),
    ...(active.some(({ paused }) => paused)
      ? [{ label: text.resumeScan, click: actions.resume }]
      : []),
    { label: text.cancelScan, click: actions.cancel },
  ];
};

const scheduleEntry = (
  until: string | null,
  { pauseSchedules }: TrayActions,
  text: Messages,
): MenuEntry => ({
  label: text.pauseSchedules,
  submenu: [
    ...(until === null ? [] : [{ label: text.schedulesRest(until), enabled: false }]),
    { label: text.forAnHour, click: () => pauseSchedules('hour') },
    { label: text.untilTomorrow, click: () => pauseSchedules('tomorrow') },
    ...(until === null
      ? []
      : [separator, { label: text.resumeSchedules, click: () => pauseSchedules(null) }]),
  ],
});

const devicesEntry = (names: string[], actions: TrayActions, text: Messages): MenuEntry => ({
  label: text.devices(names.length),
  submenu: [
    ...names.map((name): MenuEntry => ({ label: asLabel(name), enabled: false })),
    separator,
    { label: text.manageDevices, click: () => actions.open('/settings/devices') },
  ],
});

/** "All libraries" and each library; those being scanned are disabled. */
const scanEntries = (
  mode: ScanMode,
  { libraries, active }: TrayView,
  actions: TrayActions,
  text: Messages,
): MenuEntry[] => {
  const scanned = new Set(active.map((scan) => scan.library_id));
  return [
    {
      label: text.allLibraries,
      enabled: libraries.some(({ id }) => !scanned.has(id)),
      click: () => actions.scanAll(mode),
    },
    separator,
    ...libraries.map(({ id, name }): MenuEntry => ({
      label: name,
      enabled: !scanned.has(id),
      click: () => actions.scan(id, mode),
    })),
  ];
};

const sharingEntries = (
  { isOn, canChange, url }: TrayView['sharing'],
  actions: TrayActions,
  text: Messages,
): MenuEntry[] => {
  const address: MenuEntry =
    url === null
      ? { label: text.noAddress, enabled: false }
      : { label: text.copyAddress(url), click: () => actions.copy(url) };
  return [
    {
      type: 'checkbox',
      label: text.share,
      checked: isOn,
      enabled: canChange,
      click: () => actions.share(!isOn),
    },
    ...(isOn ? [address] : []),
  ];
};

export const loginEntries = (
  on: boolean,
  actions: Pick<TrayActions, 'turnLoginItem'>,
  text: Messages,
): MenuEntry[] => [
  {
    type: 'checkbox',
    label: text.startAtLogin,
    checked: on,
    click: () => actions.turnLoginItem(!on),
  },
];

export const updateEntry = (
  { app, update }: Pick<TrayView, 'app' | 'update'>,
  { askForUpdates: click }: Pick<TrayActions, 'askForUpdates'>,
  text: Messages,
  locale: string,
): MenuEntry => {
  switch (update.kind) {
    case 'checking':
      return { label: text.checkingForUpdates, enabled: false };
    case 'downloading': {
      const percent = percentText(update.fraction, locale);
      return { label: text.downloadingUpdate(app, update.version, percent), click };
    }
    case 'ready':
      return { label: text.installUpdate(app, update.version), click };
    case 'idle':
      return { label: text.checkForUpdates, click };
  }
};

/** In steps of ten, because each changed menu text closes an open menu on Linux. */
const percentText = (fraction: number, locale: string): string =>
  new Intl.NumberFormat(locale, { style: 'percent' }).format(Math.floor(fraction * 10) / 10);
