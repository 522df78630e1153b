/** "12", "12.5", "½" and "12,5"; anything else is null. Negative numbers mean "unknown" in ComicInfo. */
export const parseNumber = (text: string | null): number | null => {
  if (text === null) return null;
  const match = /^#?\s*(\d*)(½|[.,]\d+)?$/.exec(text.trim());
  if (!match || (match[1] === '' && match[2] === undefined)) return null;
  const fraction = match[2] === '½' ? 0.5 : Number(`0${(match[2] ?? '').replace(',', '.')}`);
  const value = Number(match[1]) + fraction;
  return Number.isFinite(value) ? value : null;
};

export const parseWhole = (text: string | null): number | null => {
  const value = parseNumber(text);
  return value !== null && Number.isInteger(value) ? value : null;
};

const separator = /[,;]/;
/** A quoted or plain item with its separator. */
const listItem = /\s*(?:"([^"]*)"\s*(?=[,;]|$)|([^,;]+))/g;

/**
 * "a, b; c" as a list without blanks and repetitions. Some programs put values that contain a comma in quotes,
 * which otherwise belong to the value.
 */
export const parseList = (text: string | null): string[] => {
  const items = Array.from((text ?? '').matchAll(listItem), ([whole, quoted = '']) =>
    separator.test(quoted) ? quoted.trim() : whole.trim(),
  );
  return [...new Set(items.filter((item) => item !== ''))];
};

/** Parses a date, using the first for a missing month or day; null for a nonexistent date. */
export const parseDate = (
  year: number | null,
  month: number | null,
  day: number | null,
): string | null => {
  if (year === null || year < 1000 || year > 9999) return null;
  const text = `${year}-${String(month ?? 1).padStart(2, '0')}-${String(day ?? 1).padStart(2, '0')}`;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : null;
};

/** Parses `2011-08-31`, also without day or month. */
export const parseIsoDate = (text: string | null): string | null => {
  const [year = null, month = null, day = null] = (text ?? '').split('-').map(parseWhole);
  return parseDate(year, month, day);
};

/** Links separated by whitespace (a URL can contain a comma); only http and https. */
export const parseLinks = (text: string | null): { label: string; url: string }[] =>
  (text ?? '').split(/\s+/).flatMap((part) => {
    const url = URL.parse(part.replace(/[,;]$/, ''));
    if (url === null || !/^https?:$/.test(url.protocol)) return [];
    return [{ label: url.hostname.replace(/^www\./, ''), url: url.href }];
  });

/** ISBN-10 or ISBN-13 without separators, its check digit correct; null otherwise. */
export const parseIsbn = (text: string | null): string | null => {
  const code = (text ?? '').replace(/[\s-]/g, '').toUpperCase();
  if (/^97[89]\d{10}$/.test(code)) {
    const sum = Array.from(code).reduce(
      (total, digit, index) => total + Number(digit) * (index % 2 ? 3 : 1),
      0,
    );
    return sum % 10 === 0 ? code : null;
  }
  if (!/^\d{9}[\dX]$/.test(code)) return null;
  const sum = Array.from(code).reduce(
    (total, digit, index) => total + (digit === 'X' ? 10 : Number(digit)) * (10 - index),
    0,
  );
  return sum % 11 === 0 ? code : null;
};

/**
 * A language as a lower-case primary tag with its region: `en`, `pt-BR`; null for an invalid tag.
 */
export const parseLanguage = (text: string | null): string | null => {
  if (text === null) return null;
  try {
    return Intl.getCanonicalLocales(text.trim().replace('_', '-'))[0] ?? null;
  } catch {
    return null;
  }
};
