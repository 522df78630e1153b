import { likenessTo, trigrams, words } from '../text/words.ts';
import type { Database } from './database.ts';
import { foldedValue } from './search-index.ts';

/** What a search found: a subquery of `pk` and `score`, the lower the better. */
export interface Hits {
  from: string;
  parameters: Record<string, string>;
}

export interface SearchTable {
  table: 'series' | 'books';
  values: 'series_values' | 'book_values';
  /** The field of `values` that holds the name. */
  field: 'name' | 'title';
  /** How much a column of the full-text table counts, in its order. */
  weights: readonly number[];
}

export const seriesSearch: SearchTable = {
  table: 'series',
  values: 'series_values',
  field: 'name',
  weights: [10, 8, 4, 1, 5],
};
export const bookSearch: SearchTable = {
  table: 'books',
  values: 'book_values',
  field: 'title',
  weights: [10, 4, 1, 5],
};

/** Names that share the most trigrams with misspelt words; the likest of them are found. */
const candidates = 300;
/** Words of a name that are looked for where they are misspelt, and letters of each: few names have more. */
const mostWords = 12;
const mostLetters = 24;

/**
 * Full-text search of a table. Every word must begin a word of the record. Where that finds nothing,
 * the words may be misspelt and names like them are found. Text without any word is looked for as it is.
 */
export const createSearch = (
  database: Database,
  { table, values, field, weights }: SearchTable,
) => {
  const fts = `${table}_fts`;
  const exact = `SELECT rowid AS pk, bm25(${fts}, ${weights.join(', ')}) AS score
    FROM ${fts} WHERE ${fts} MATCH :words`;
  const literal = `SELECT pk, 0 AS score FROM ${values} WHERE field = '${field}' AND instr(value, :text) > 0`;
  const given = `SELECT value ->> 0 AS pk, value ->> 1 AS score FROM json_each(:hits)`;

  const finds = database
    .prepare<{ words: string }>(
      `SELECT 1 FROM ${fts} f CROSS JOIN ${table} t ON t.pk = f.rowid
       WHERE ${fts} MATCH :words AND t.missing_since IS NULL LIMIT 1`,
    )
    .pluck();
  const similar = database.prepare<{ trigrams: string }, { pk: number; name: string }>(
    `SELECT v.pk, v.value AS name
     FROM (SELECT rowid AS pk FROM ${table}_trigrams WHERE ${table}_trigrams MATCH :trigrams
           ORDER BY rank LIMIT ${candidates}) f
     CROSS JOIN ${values} v ON v.pk = f.pk AND v.field = '${field}'`,
  );

  const misspelt = (given: string[]): [number, number][] => {
    const wanted = given.slice(0, mostWords).map((word) => word.slice(0, mostLetters));
    const likeness = likenessTo(wanted);
    return similar
      .all({
        trigrams: [...new Set(wanted.flatMap((word) => [...trigrams(word)]))]
          .map(quoted)
          .join(' OR '),
      })
      .map(({ pk, name }): [number, number] => [pk, -likeness(words(name))])
      .filter(([, score]) => score < 0);
  };

  return (text: string): Hits => {
    const wanted = [...new Set(words(text))];
    if (wanted.length === 0) {
      return { from: literal, parameters: { text: foldedValue(text).trim() } };
    }
    const match = wanted.map((word) => `${quoted(word)}*`).join(' ');
    return finds.get({ words: match }) === undefined
      ? { from: given, parameters: { hits: JSON.stringify(misspelt(wanted)) } }
      : { from: exact, parameters: { words: match } };
  };
};

/** A string of the full-text syntax. Words are letters and digits alone: there is no quote to escape. */
const quoted = (letters: string) => `"${letters}"`;
