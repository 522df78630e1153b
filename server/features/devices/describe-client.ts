import { decodedUri } from '../../text/decoded-uri.ts';
import type { DeviceKind } from '../../../shared/api/devices.ts';

/** Facts about a client, derived from its User-Agent. */
export interface ClientFacts {
  kind: DeviceKind;
  /** For example `Safari on iPhone`; null if unknown. */
  app: string | null;
}

/** Matched in order, because User-Agents of earlier systems also contain the names of later ones. */
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

/** Maximum length of a program's name. */
const maxName = 100;

/** The display name of a client: `Komelia`, `KOReader`, or `Firefox on Linux`; empty if unknown. */
export const nameClient = (userAgent: string | null): string => {
  const product = /^[^\s/;()]+/.exec(userAgent ?? '')?.[0] ?? '';
  // The User-Agents of all browsers begin with `Mozilla`.
  if (product === '' || product === 'Mozilla') return describeClient(userAgent).app ?? '';
  return decodedUri(product).slice(0, maxName);
};

/** Apple's network library percent-encodes the names of apps. */
