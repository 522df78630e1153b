/** One line of a CSV (RFC 4180), with its end. */
export const csvLine = (cells: readonly unknown[]): string =>
  `${cells.map((cell) => quoted(textOf(cell))).join(',')}\r\n`;

/** What Excel knows UTF-8 by. */
export const byteOrderMark = '\uFEFF';

const textOf = (cell: unknown): string => {
  if (cell === null || cell === undefined) return '';
  if (Array.isArray(cell)) return harmless(cell.map(String).join('; '));
  if (typeof cell === 'string') return harmless(cell);
  return typeof cell === 'number' || typeof cell === 'boolean' ? String(cell) : '';
};

/**
 * A spreadsheet runs text that begins like a formula; an apostrophe before it makes it text again.
 * https://owasp.org/www-community/attacks/CSV_Injection
 */
const harmless = (text: string): string =>
  /^[\s]*[=+\-@\t\r\n|%＝＋－＠]/u.test(text) ? `'${text}` : text;

const quoted = (text: string): string =>
  /[",;\r\n]|^\s|\s$|^'/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
