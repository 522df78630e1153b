import { clamp } from '../../../../shared/clamp.ts';

const units = ['kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

const numbers = new Map<string, Intl.NumberFormat>();

/** `12,345`. Formatters are cached: a page of cards would create a hundred, at 1 ms each. */
export const formatNumber = (value: number, locale: string): string => {
  // Nothing to group. Most numbers of a page are small, and the first formatter takes 10 ms.
  if (Number.isInteger(value) && value >= 0 && value < 1000) return String(value);
  const format = numbers.get(locale) ?? new Intl.NumberFormat(locale);
  numbers.set(locale, format);
  return format.format(value);
};

/** `43 MB`, localized; decimal units, like file managers. */
export const formatBytes = (bytes: number, locale: string): string => {
  const thousands = Math.floor(Math.log10(Math.max(1, bytes)) / 3);
  const step = clamp(thousands, 1, units.length);
  const value = bytes / 1000 ** step;
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: units[step - 1] ?? 'kilobyte',
    unitDisplay: 'short',
    maximumFractionDigits: value < 10 ? 1 : 0,
  }).format(value);
};

/** `15 January 2026`, localized, from a timestamp or a date. */
export const formatDate = (iso: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, {
    dateStyle: 'long',
    // A date without a time is independent of the time zone.
    ...(iso.length === 10 ? { timeZone: 'UTC' } : {}),
  }).format(new Date(iso));

/** `15 Jan 2026, 14:05`, localized, in the local time zone. */
export const formatMoment = (iso: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(
    new Date(iso),
  );

/** `3 minutes ago`, or `justNow` within a minute; a date if older than a week. */
export const formatAgo = (
  iso: string,
  locale: string,
  justNow: string,
  now = Date.now(),
): string => {
  const seconds = (new Date(iso).getTime() - now) / 1000;
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  const size = Math.abs(seconds);
  // The server's clock can be ahead by some seconds.
  if (size < 60 && seconds < 10) return justNow;
  if (size < 3600) return format.format(Math.round(seconds / 60) || 1, 'minute');
  if (size < 86_400) return format.format(Math.round(seconds / 3600), 'hour');
  if (size < 7 * 86_400) return format.format(Math.round(seconds / 86_400), 'day');
  return formatDate(iso, locale);
};

/** `Japanese` for `ja`, localized; an invalid language tag is returned unchanged. */
export const formatLanguage = (tag: string, locale: string): string => {
  try {
    return new Intl.DisplayNames(locale, { type: 'language' }).of(tag) ?? tag;
  } catch {
    return tag;
  }
};

/** `3 min 20 s`, localized, from milliseconds; at most the two largest units. */
export const formatDuration = (milliseconds: number, locale: string): string => {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  const parts = [
    [Math.floor(seconds / 3600), 'hour'],
    [Math.floor((seconds % 3600) / 60), 'minute'],
    [seconds % 60, 'second'],
  ] as const;
  const first = parts.findIndex(([value]) => value > 0);
  return parts
    .slice(first < 0 ? 2 : first, first < 0 ? 3 : first + 2)
    .filter(([value], index) => value > 0 || (index === 0 && first < 0))
    .map(([value, unit]) =>
      new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' }).format(value),
    )
    .join(' ');
};
