import { create } from 'zustand';
import { persist } from 'zustand/middleware';

import type { Language } from '../../../shared/languages.ts';

/** Card sizes of grids, from small to large. */
export const densities = [1, 2, 3, 4, 5] as const;
export type Density = (typeof densities)[number];

export const layouts = ['grid', 'list', 'table'] as const;
export type Layout = (typeof layouts)[number];

/** Which unread series and books carry a mark on their cover. */
export const unreadMarks = ['all', 'new', 'none'] as const;
export type UnreadMarks = (typeof unreadMarks)[number];

interface Preferences {
  railCollapsed: boolean;
  density: Density;
  bookLayout: Layout;
  /** Layout last chosen, for libraries without one of their own. */
  libraryLayout: Layout;
  /** Layouts by library id. */
  layoutOf: Readonly<Record<string, Layout>>;
  /** Visibility of table columns by name, where it differs from the default. */
  columns: Readonly<Record<string, boolean>>;
  unreadMarks: UnreadMarks;
  /** Null follows the browser. */
  language: Language | null;
}

const preferencesKey = 'octavo.preferences';

/** Preferences of this device, stored in its browser. */
export const usePreferences = create<Preferences>()(
  persist(
    (): Preferences => ({
      railCollapsed: false,
      density: 3,
      bookLayout: 'grid',
      libraryLayout: 'grid',
      layoutOf: {},
      columns: {},
      unreadMarks: 'new',
      language: null,
    }),
    { name: preferencesKey, version: 1 },
  ),
);

/** Applies changes made in another window of this browser. */
export const sharePreferences = (): void => {
  window.addEventListener('storage', ({ key }) => {
    if (key === preferencesKey) void usePreferences.persist.rehydrate();
  });
};

export const setPreference = (change: Partial<Preferences>): void => {
  usePreferences.setState(change);
};

export const toggleSidebar = (): void => {
  usePreferences.setState(({ railCollapsed }) => ({ railCollapsed: !railCollapsed }));
};
