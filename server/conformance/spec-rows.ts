/** A row of a table in the specification. */
export interface SpecRow {
  /** Table and subject, such as `Pages: GET /books/{id}/pages`. Tests refer to rows by it. */
  id: string;
  /**
   * The heading, with the words before the table if they introduce it: `API key, create response`.
   * Duplicate names get a number.
   */
  table: string;
  /** The subject of the row: its first cell, and the path after a method. */
  subject: string;
}

/** The rows of all tables in a Markdown document, in order; throws for duplicate ids. */
export const specRows = (markdown: string): SpecRow[] => {
  const tables = new Set<string>();
  const rows = new Map<string, SpecRow>();
  let heading = '';
  let words = '';
  let table: string | null = null;
  for (const line of markdown.split('\n')) {
    if (!line.startsWith('|')) {
      const started = /^##+ ([^(]+)/.exec(line)?.[1];
      if (started !== undefined) heading = started.trim();
      if (line !== '') words = line;
      table = null;
    } else if (table === null) {
      table = nameOf(heading, words, tables);
      tables.add(table);
    } else if (!/^\|[-:|]+\|$/.test(line)) {
      const [first = '', second = ''] = cellsOf(line);
      const isEndpoint = /^[A-Z]+$/.test(first) && second.startsWith('/');
      const subject = isEndpoint ? `${first} ${second}` : first;
      const id = `${table}: ${subject}`;
      if (rows.has(id)) throw new Error(`Two rows are called "${id}"`);
      rows.set(id, { id, table, subject });
    }
  }
  return [...rows.values()];
};

const nameOf = (heading: string, words: string, usedNames: ReadonlySet<string>): string => {
  const leading = /^([\w -]+)( \(.*\))?:$/.exec(words)?.[1]?.toLowerCase();
  const name = leading === undefined ? heading : `${heading}, ${leading}`;
  let number = 1;
  const numbered = () => (number === 1 ? name : `${name} ${number}`);
  while (usedNames.has(numbered())) number += 1;
  return numbered();
};

/** A pipe between backticks is text. */
const cellsOf = (line: string): string[] =>
  (line.match(/(?:`[^`]*`|[^|`])+/g) ?? []).map((cell) => cell.replaceAll('`', '').trim());
