const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** `43.2 MB`, in the reader's language; decimal units, as file managers show them. */
export const formatBytes = (bytes: number, locale: string): string => {
  const step = Math.min(
    units.length - 1,
    Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)),
  );
  const value = bytes / 1000 ** step;
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: units[step] ?? 'byte',
    unitDisplay: 'short',
    maximumFractionDigits: value < 10 && step > 0 ? 1 : 0,
  }).format(value);
};

/** `15 January 2026` in the reader's language, from a time or a date. */
export const formatDate = (iso: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, {
    dateStyle: 'long',
    // A date without time means that day everywhere.
    ...(iso.length === 10 ? { timeZone: 'UTC' } : {}),
  }).format(new Date(iso));

/** `3 minutes ago`; beyond a week the date says more. */
export const formatAgo = (iso: string, locale: string, now = Date.now()): string => {
  const seconds = (new Date(iso).getTime() - now) / 1000;
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  const size = Math.abs(seconds);
  if (size < 60) return format.format(0, 'minute');
  if (size < 3600) return format.format(Math.round(seconds / 60), 'minute');
  if (size < 86_400) return format.format(Math.round(seconds / 3600), 'hour');
  if (size < 7 * 86_400) return format.format(Math.round(seconds / 86_400), 'day');
  return formatDate(iso, locale);
};
