/** Formats a line of a CSV file (RFC 4180), with its line break. */
export const csvLine = (cells: readonly unknown[]): string =>
  `${cells.map((cell) => quoted(textOf(cell))).join(',')}\r\n`;

/** Formats a row of a Markdown table, with its line break. */
export const markdownLine = (cells: readonly unknown[]): string =>
  `| ${cells.map((cell) => inTable(plainText(cell))).join(' | ')} |\n`;

/** The line between the header and the rows of a Markdown table. */
export const markdownRule = (columns: number): string => `|${' --- |'.repeat(columns)}\n`;

/** Escapes characters that would end a cell or format its text. */
const inTable = (text: string): string =>
  text
    .replace(/[^\P{Cc}\t\n\r]/gu, '')
    .replace(/[\\`*_[\]<>|~&]/g, (sign) => `\\${sign}`)
    .replace(/\s*[\r\n]+\s*/g, ' ')
    .trim();

const plainText = (cell: unknown): string => {
  if (Array.isArray(cell)) return cell.map(String).join('; ');
  return typeof cell === 'string' || typeof cell === 'number' || typeof cell === 'boolean'
    ? String(cell)
    : '';
};

/** Byte order mark, by which Excel detects UTF-8. */
export const byteOrderMark = '\uFEFF';

const textOf = (cell: unknown): string => {
  if (cell === null || cell === undefined) return '';
  if (Array.isArray(cell)) return harmless(cell.map(String).join('; '));
  if (typeof cell === 'string') return harmless(cell);
  return typeof cell === 'number' || typeof cell === 'boolean' ? String(cell) : '';
};

/**
 * Prefixes an apostrophe to text that a spreadsheet would run as a formula.
 * https://owasp.org/www-community/attacks/CSV_Injection
 */
const harmless = (text: string): string => {
  // Removes control characters: some programs end the text at a NUL.
  const shown = text.replace(/[^\P{Cc}\t\n\r]/gu, '');
  return formula.test(shown) ? `'${shown}` : shown;
};

/** Formula characters in all widths, after invisible or ignored leading characters. */
const formula = /^(?:[\t\r\n]|[\s\p{Z}\p{Cf}]*[=+\-@|%＝＋－＠﹦﹢﹣﹫])/u;

const quoted = (text: string): string =>
  /[",;\r\n]|^\s|\s$|^'/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
