/** What a reader of comics may choose. Lengths are CSS pixels, shares are percent. */
export interface ComicSettings {
  mode: 'auto' | 'ltr' | 'rtl' | 'vertical' | 'webtoon';
  layout: 'auto' | 'single' | 'double' | 'double-cover';
  shift: boolean;
  fit: 'screen' | 'width' | 'shrink-width' | 'height' | 'original';
  /** Widest share of the window that a webtoon takes; `auto` is 60 on a desktop, 100 on a phone. */
  stripWidth: number | 'auto';
  gap: number;
  background: 'auto' | 'black' | 'grey' | 'white' | 'theme';
  /** Pages loaded ahead; one behind is always kept. */
  preload: number;
  transition: 'none' | 'slide' | 'fade';
  zones: 'edges' | 'off';
}

export const defaultSettings: ComicSettings = {
  mode: 'auto',
  layout: 'auto',
  shift: false,
  fit: 'screen',
  stripWidth: 'auto',
  gap: 0,
  background: 'auto',
  preload: 4,
  transition: 'slide',
  zones: 'edges',
};

export const settingValues = {
  mode: ['auto', 'ltr', 'rtl', 'vertical', 'webtoon'],
  layout: ['auto', 'single', 'double', 'double-cover'],
  fit: ['screen', 'width', 'shrink-width', 'height', 'original'],
  background: ['auto', 'black', 'grey', 'white', 'theme'],
  transition: ['none', 'slide', 'fade'],
  zones: ['edges', 'off'],
} as const;

/**
 * Where a value comes from; a later one wins. What the server keeps for a library or a series
 * gives way to what was chosen on this device, and that to what was chosen here for one series.
 */
const settingSources = ['default', 'library', 'series', 'device', 'device-series'] as const;
export type SettingSource = (typeof settingSources)[number];

export type SettingLayers = Partial<Record<SettingSource, Partial<ComicSettings>>>;

export interface ResolvedSettings {
  values: ComicSettings;
  sources: Record<keyof ComicSettings, SettingSource>;
}

const names = Object.keys(defaultSettings) as (keyof ComicSettings)[];

/** Lays the layers over the defaults and tells for each value which one it came from. */
export const resolveSettings = (layers: SettingLayers): ResolvedSettings => {
  const values = { ...defaultSettings };
  const sources = Object.fromEntries(
    names.map((name) => [name, 'default']),
  ) as ResolvedSettings['sources'];
  for (const source of settingSources) {
    const layer = layers[source] ?? {};
    for (const name of names) {
      if (layer[name] === undefined) continue;
      Object.assign(values, { [name]: layer[name] });
      sources[name] = source;
    }
  }
  return { values, sources };
};

/** Keeps of stored or foreign data only what is a valid setting. */
export const parseSettings = (data: unknown): Partial<ComicSettings> => {
  if (typeof data !== 'object' || data === null) return {};
  return Object.fromEntries(
    Object.entries(data).filter(([name, value]) => name in isValid && isValid[name as Name](value)),
  );
};

type Name = keyof ComicSettings;

const within = (low: number, high: number) => (value: unknown) =>
  typeof value === 'number' && value >= low && value <= high;
const oneOf = (values: readonly unknown[]) => (value: unknown) => values.includes(value);

const isValid: Record<Name, (value: unknown) => boolean> = {
  mode: oneOf(settingValues.mode),
  layout: oneOf(settingValues.layout),
  shift: (value) => typeof value === 'boolean',
  fit: oneOf(settingValues.fit),
  stripWidth: (value) => value === 'auto' || within(30, 100)(value),
  gap: within(0, 40),
  background: oneOf(settingValues.background),
  preload: within(0, 10),
  transition: oneOf(settingValues.transition),
  zones: oneOf(settingValues.zones),
};
