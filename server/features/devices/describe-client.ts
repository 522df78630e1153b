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
