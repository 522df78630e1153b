import type { DeviceKind } from '../../../shared/api/devices.ts';

/** What a browser or program says of itself in its User-Agent. */
export interface ClientFacts {
  kind: DeviceKind;
  /** For example `Safari on iPhone`; null where nothing can be told. */
  app: string | null;
}

/** In the order of asking: what comes first names itself like what follows as well. */
const systems: readonly [RegExp, DeviceKind, string][] = [
  [/Kobo|Kindle|PocketBook|KOReader|reMarkable|Tolino/i, 'e-reader', 'an e-reader'],
  [/iPad/, 'tablet', 'iPad'],
  [/iPhone|iPod/, 'phone', 'iPhone'],
  [/Android(?=.*\bMobile\b)/, 'phone', 'Android'],
  [/Android/, 'tablet', 'an Android tablet'],
  [/Windows NT/, 'computer', 'Windows'],
  [/Macintosh/, 'computer', 'Mac'],
  [/CrOS/, 'computer', 'ChromeOS'],
  [/Linux/, 'computer', 'Linux'],
];
const programs: readonly [RegExp, string][] = [
  [/SamsungBrowser/, 'Samsung Internet'],
  [/Edg(?:A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\/|FxiOS/, 'Firefox'],
  [/Chrome\/|CriOS/, 'Chrome'],
  [/Safari\//, 'Safari'],
];

export const describeClient = (userAgent: string | null): ClientFacts => {
  const text = userAgent ?? '';
  const [, kind = 'other', system] = systems.find(([pattern]) => pattern.test(text)) ?? [];
  const program = programs.find(([pattern]) => pattern.test(text))?.[1];
  const app = program && system ? `${program} on ${system}` : (program ?? system ?? null);
  return { kind, app };
};

/** Most characters of a program's name. */
const maxName = 100;

/** What a program is called: `Komelia`, `KOReader`, or `Firefox on Linux`; empty where nothing can be told. */
export const nameClient = (userAgent: string | null): string => {
  const product = /^[^\s/;()]+/.exec(userAgent ?? '')?.[0] ?? '';
  // All browsers begin like this.
  if (product === '' || product === 'Mozilla') return describeClient(userAgent).app ?? '';
  return decoded(product).slice(0, maxName);
};

/** Apple's network library percent-encodes the names of apps. */
const decoded = (name: string): string => {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
};
