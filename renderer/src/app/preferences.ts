import { create } from 'zustand';
import { persist } from 'zustand/middleware';

export const languages = ['en', 'de'] as const;
export type Language = (typeof languages)[number];

/** Sizes of cards in a grid, from many small to few large. */
export const densities = [1, 2, 3, 4, 5] as const;
export type Density = (typeof densities)[number];

export const layouts = ['grid', 'list', 'table'] as const;
export type Layout = (typeof layouts)[number];

interface Preferences {
  railCollapsed: boolean;
  density: Density;
  bookLayout: 'grid' | 'list';
  /** How the lists of libraries are drawn. */
  libraryLayout: Layout;
  /** Columns of tables by name, where they differ from what is shown at first. */
  columns: Readonly<Record<string, boolean>>;
  /** Null follows the browser. */
  language: Language | null;
}

const preferencesKey = 'octavo.preferences';

/** Choices that belong to this device, kept in its browser. */
export const usePreferences = create<Preferences>()(
  persist(
    (): Preferences => ({
      railCollapsed: false,
      density: 3,
      bookLayout: 'grid',
      libraryLayout: 'grid',
      columns: {},
      language: null,
    }),
    { name: preferencesKey, version: 1 },
  ),
);

/** What is chosen in one window of this browser counts in all of them from now on. */
export const sharePreferences = (): void => {
  window.addEventListener('storage', ({ key }) => {
    if (key === preferencesKey) void usePreferences.persist.rehydrate();
  });
};

export const setPreference = (change: Partial<Preferences>): void => {
  usePreferences.setState(change);
};

export const toggleRail = (): void => {
  usePreferences.setState(({ railCollapsed }) => ({ railCollapsed: !railCollapsed }));
};
