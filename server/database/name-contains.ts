import type { CompiledFilter, FilterTable } from './condition-types.ts';
import type { Database } from './types.ts';

/**
 * Checks for cancellation before reading values, so that each of 500 comparisons can be aborted. As
 * a condition it would run only where the others hold.
 */
export const cancelCheck = '(SELECT abort_if_cancelled() AS asked) CROSS JOIN';

/**
 * With more rows than this, a list in the order of an index finds a page sooner than sorting them.
 */
const fewRows = 1000;

/**
 * Characters of a part that the index finds. Shorter ones have no trigram; of longer ones the
 * beginning is found, because a phrase is quadratic in its length, and the rest compared.
 */
const indexed = { least: 3, most: 32 };

/** Names that are compared to guess how many contain a part, and how many of them are many. */
const sample = { names: 2000, many: 20 };

/** Compiles "the name contains", by an index of all parts of three characters. */
export const createNameContains = (database: Database, { pk, values, named }: FilterTable) => {
  const ofName = `field = '${named.field}'`;
  const hits = `FROM ${cancelCheck} ${named.substrings} f WHERE asked AND ${named.substrings} MATCH`;
  const count = database
    .prepare<[string], number>(`SELECT count(*) FROM (SELECT 1 ${hits} ? LIMIT ${fewRows})`)
    .pluck();
  const countInSample = database
    .prepare<[string], number>(
      `SELECT count(*) FROM (SELECT value FROM ${values} WHERE ${ofName} LIMIT ${sample.names})
       WHERE instr(value, ?) > 0`,
    )
    .pluck();

  const byComparing = (value: string, name: string): CompiledFilter => {
    const test = `asked AND ${ofName} AND instr(value, :${name}) > 0`;
    const keys = `SELECT pk FROM ${cancelCheck} ${values} WHERE ${test}`;
    const isFrequent = (countInSample.get(value) ?? 0) >= sample.many;
    const each = `EXISTS (SELECT 1 FROM ${cancelCheck} ${values} v WHERE v.pk = ${pk} AND ${test})`;
    return { sql: isFrequent ? each : `${pk} IN (${keys})`, parameters: { [name]: value }, keys };
  };

  const byIndex = (value: string, name: string): CompiledFilter => {
    const characters = Array.from(value);
    const phrase = `"${characters.slice(0, indexed.most).join('').replaceAll('"', '""')}"`;
    const isWhole = characters.length <= indexed.most;
    const found = `SELECT f.rowid AS pk ${hits} :phrase_${name}`;
    const keys = isWhole
      ? found
      : `SELECT v.pk FROM (${found}) f CROSS JOIN ${values} v ON v.pk = f.pk AND ${ofName}
         WHERE instr(value, :${name}) > 0`;
    // `+` keeps the planner from reading and sorting all hits when there are many.
    const key = (count.get(phrase) ?? 0) < fewRows ? pk : `+${pk}`;
    return {
      sql: `${key} IN (${keys})`,
      parameters: { [`phrase_${name}`]: phrase, ...(!isWhole && { [name]: value }) },
      keys,
    };
  };

  return (value: string, name: string): CompiledFilter =>
    Array.from(value).length < indexed.least ? byComparing(value, name) : byIndex(value, name);
};
