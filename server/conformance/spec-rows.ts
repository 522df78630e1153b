/** A row of a table of the specification. */
export interface SpecRow {
  /** `Pages: GET /books/{id}/pages`, the table and the subject. Proofs name rows by it. */
  id: string;
  /**
   * The heading above, with the words before the table where they lead to it: `API key, create
   * response`. A number tells tables apart that would be called the same.
   */
  table: string;
  /** What the row is about: its first cell, and the path behind a method. */
  subject: string;
}

/** The rows of every table of a Markdown document, in its order; throws where two have the same id. */
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

const nameOf = (heading: string, words: string, taken: ReadonlySet<string>): string => {
  const leading = /^([\w -]+)( \(.*\))?:$/.exec(words)?.[1]?.toLowerCase();
  const name = leading === undefined ? heading : `${heading}, ${leading}`;
  let number = 1;
  const numbered = () => (number === 1 ? name : `${name} ${number}`);
  while (taken.has(numbered())) number += 1;
  return numbered();
};

/** A bar between backticks is text. */
const cellsOf = (line: string): string[] =>
  (line.match(/(?:`[^`]*`|[^|`])+/g) ?? []).map((cell) => cell.replaceAll('`', '').trim());
