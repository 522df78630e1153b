import type { MenuEntry, MenusPort, TrayPort, TraysPort, TrayState } from '../ports.ts';
import { listeners } from './fake-events.ts';

export type FakeTray = TrayPort & {
  state: TrayState;
  toolTip: string;
  menu: MenuEntry[];
  /** Labels of every menu that was set. */
  seen: string[];
  /** When each menu was set, in milliseconds. */
  menusSetAt: number[];
  click(): void;
  /** All labels of the menu and its submenus. */
  labels(): string[];
  /** The entry at a `path` of labels; throws if there is none. */
  entry(...path: string[]): MenuEntry;
};

const labelsOf = (entries: MenuEntry[]): string[] =>
  entries.flatMap(({ label, submenu }) => [...(label ? [label] : []), ...labelsOf(submenu ?? [])]);

const fakeTray = (state: TrayState): FakeTray => {
  const clicked = listeners();
  const tray: FakeTray = {
    state,
    toolTip: '',
    menu: [],
    seen: [],
    menusSetAt: [],
    setState: (next) => {
      tray.state = next;
    },
    setToolTip: (text) => {
      tray.toolTip = text;
    },
    setMenu: (entries) => {
      tray.menu = entries;
      tray.seen.push(...tray.labels());
      tray.menusSetAt.push(performance.now());
    },
    onClick: clicked.add,
    click: clicked.call,
    labels: () => labelsOf(tray.menu),
    entry: (...path) => {
      let entry: MenuEntry = { submenu: tray.menu };
      for (const label of path) {
        const next = entry.submenu?.find((candidate) => candidate.label === label);
        if (!next) throw new Error(`No entry "${label}" in ${tray.labels().join(', ')}`);
        entry = next;
      }
      return entry;
    },
  };
  return tray;
};

export type FakeTrays = TraysPort & { created: FakeTray[] };

export const fakeTrays = (): FakeTrays => {
  const created: FakeTray[] = [];
  return {
    created,
    create: (state) => {
      const tray = fakeTray(state);
      created.push(tray);
      return tray;
    },
  };
};

export type FakeMenus = MenusPort & { application: MenuEntry[] };

export const fakeMenus = (): FakeMenus => {
  const menus: FakeMenus = {
    application: [],
    setApplicationMenu: (entries) => {
      menus.application = entries;
    },
  };
  return menus;
};
