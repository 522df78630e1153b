import type { ScanEvent, ScanMode } from '../shared/api/scan-record.ts';
import type { Messages } from './messages.ts';
import type { MenuEntry, TrayState } from './ports.ts';

/** What the tray shows. */
export interface TrayView {
  app: string;
  libraries: { id: string; name: string }[];
  /** Pending and running scans. */
  active: ScanEvent[];
  /** Names of libraries whose last scan failed and nobody has looked since. */
  failed: string[];
  sharing: {
    isOn: boolean;
    /** False where the configuration shares. */
    canChange: boolean;
    /** The likeliest address that answers, or null. */
    url: string | null;
  };
  /** Null where the application cannot start at login. */
  startsAtLogin: boolean | null;
}

/** What a click on an entry does. */
export interface TrayActions {
  open: () => void;
  scanAll: (mode: ScanMode) => void;
  scan: (libraryId: string, mode: ScanMode) => void;
  cancel: () => void;
  share: (on: boolean) => void;
  copy: (text: string) => void;
  turnLoginItem: (on: boolean) => void;
  quit: () => void;
}

const separator: MenuEntry = { type: 'separator' };
const linesAtMost = 5;

export const trayState = ({ active, failed }: TrayView): TrayState => {
  if (active.length > 0) return 'working';
  return failed.length > 0 ? 'attention' : 'idle';
};

/** Share of all files in running scans, 0 to 1; null when nothing is scanned. */
export const trayProgress = ({ active }: TrayView): number | null => {
  if (active.length === 0) return null;
  const total = active.reduce((sum, scan) => sum + scan.files_total, 0);
  const done = active.reduce((sum, scan) => sum + scan.files_processed, 0);
  return total === 0 ? 0 : Math.min(1, done / total);
};

/** One line per scan: "Scanning Manga 312/2,000", then what failed. */
export const statusLines = (view: TrayView, text: Messages, locale: string): string[] => {
  const number = new Intl.NumberFormat(locale);
  const scans = view.active.map((scan) => {
    if (scan.status === 'pending') return text.waiting(scan.library_name);
    // The total is known once the folders have been walked.
    if (scan.files_total === 0) return text.scanning(scan.library_name);
    const progress = `${number.format(scan.files_processed)}/${number.format(scan.files_total)}`;
    return `${text.scanning(scan.library_name)} ${progress}`;
  });
  return [...scans, ...view.failed.map((name) => text.scanFailed(name))].slice(0, linesAtMost);
};

export const trayMenu = (
  view: TrayView,
  actions: TrayActions,
  text: Messages,
  locale: string,
): MenuEntry[] => {
  const lines = statusLines(view, text, locale);
  const busy = view.active.length > 0;
  return [
    { label: text.open(view.app), click: actions.open },
    separator,
    ...lines.map((label): MenuEntry => ({ label, enabled: false })),
    ...(busy ? [{ label: text.cancelScan, click: actions.cancel }] : []),
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
    separator,
    ...sharingEntries(view.sharing, actions, text),
    separator,
    ...(view.startsAtLogin === null ? [] : loginEntries(view.startsAtLogin, actions, text)),
    { label: text.quit(view.app), click: actions.quit },
  ];
};

/** "All libraries" and each library; what is being scanned cannot be started again. */
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

const loginEntries = (on: boolean, actions: TrayActions, text: Messages): MenuEntry[] => [
  {
    type: 'checkbox',
    label: text.startAtLogin,
    checked: on,
    click: () => actions.turnLoginItem(!on),
  },
  separator,
];
