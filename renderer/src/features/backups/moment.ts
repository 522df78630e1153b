/** `21 Nov 2026, 16:03` in the reader's language and time zone. */
export const momentOf = (iso: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(
    new Date(iso),
  );
