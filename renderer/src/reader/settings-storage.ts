import { parseSettings, type ComicSettings } from './settings.ts';

const key = 'octavo.reader';
/** Series whose own settings are kept; those changed longest ago are forgotten first. */
const maxSeries = 500;

/** What this device remembers: for all books, and for single series. */
export interface StoredSettings {
  device: Partial<ComicSettings>;
  series: Record<string, Partial<ComicSettings>>;
}

/** The part of `localStorage` that is needed. */
export type SettingsStorage = Pick<Storage, 'getItem' | 'setItem'>;

/** Reads what is stored; damaged or foreign content counts as nothing stored. */
export const readSettings = (storage: SettingsStorage): StoredSettings => {
  const data = parse(storage);
  const series = isRecord(data['series']) ? data['series'] : {};
  return {
    device: parseSettings(data['device']),
    series: Object.fromEntries(
      Object.entries(series).map(([id, settings]) => [id, parseSettings(settings)]),
    ),
  };
};

/** Writes the settings of the device, or of one series on it; an empty set forgets them. */
export const writeSettings = (
  storage: SettingsStorage,
  scope: { seriesId: string | null },
  settings: Partial<ComicSettings>,
): void => {
  // Read anew, for another window may have written meanwhile.
  const stored = readSettings(storage);
  if (scope.seriesId === null) {
    stored.device = settings;
  } else {
    const others = Object.entries(stored.series).filter(([id]) => id !== scope.seriesId);
    const kept = others.slice(1 - maxSeries);
    stored.series = Object.fromEntries(
      Object.keys(settings).length === 0 ? kept : [...kept, [scope.seriesId, settings]],
    );
  }
  try {
    storage.setItem(key, JSON.stringify(stored));
  } catch {
    // A full or forbidden storage only means that the choice lasts as long as the page.
  }
};

const parse = (storage: SettingsStorage): Record<string, unknown> => {
  try {
    const data: unknown = JSON.parse(storage.getItem(key) ?? '{}');
    return isRecord(data) ? data : {};
  } catch {
    return {};
  }
};

const isRecord = (data: unknown): data is Record<string, unknown> =>
  typeof data === 'object' && data !== null && !Array.isArray(data);
