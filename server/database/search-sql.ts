import { similarityTo, trigrams, words } from '../text/tokens.ts';
import type { Database } from './types.ts';
import { foldedValue } from './search-index.ts';

/** Search results: a subquery of `pk` and `score`, lower is better. */
export interface Hits {
  from: string;
  parameters: Record<string, string>;
}

export interface SearchTable {
  table: 'series' | 'books';
  values: 'series_values' | 'book_values';
  /** The field of `values` with the name. */
  field: 'name' | 'title';
  /** Weights of the full-text columns, in order. */
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

/** Maximum names by shared trigrams with misspelled words; only the most similar are returned. */
const candidates = 300;
/** Maximum words of a name compared when misspelled, and letters of each; few names have more. */
const maxWords = 12;
const maxLetters = 24;

/**
 * Full-text search of a table. Every search word must be the prefix of a word in the record.
 * Without results, falls back to a fuzzy search for similar names, because words may be misspelled. Text without any
 * word is searched literally.
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
    const wanted = given.slice(0, maxWords).map((word) => word.slice(0, maxLetters));
    const likeness = similarityTo(wanted);
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

/**
 * A string in full-text syntax. Words contain only letters and digits, so nothing needs escaping.
 */
const quoted = (letters: string) => `"${letters}"`;
