import type { Database } from '../../../database/types.ts';
import { jsonText, type JsonText } from '../../../database/json.ts';
import { noReprepareText } from '../../../database/planner-hints.ts';
import { preparedValues } from '../../../database/page-sql.ts';
import type { KomgaListQuery } from '../lists.ts';
import { createListedSeries } from './listed-series.ts';
import { komgaSeriesRecord, komgaSeriesFromJoins } from './record-sql.ts';

export type KomgaSeriesStore = ReturnType<typeof createKomgaSeriesStore>;

export const createKomgaSeriesStore = (database: Database) => {
  const value = preparedValues(database);
  const { list, estimateRows, found } = createListedSeries(database, value);
  const seriesRow = database
    .prepare<[{ user_pk: number | null; id: string; with_labels: number }], string>(
      `SELECT ${komgaSeriesRecord} FROM series s ${komgaSeriesFromJoins} WHERE s.id = ${noReprepareText(':id')}`,
    )
    .pluck();

  return {
    list,
    estimateRows,

    /** Number of series per first letter; `#` for any other character. */
    groups(userPk: number | null, query: Pick<KomgaListQuery, 'filter' | 'search'>): string {
      const { from, where, parameters } = found(query);
      const letter = `substr(s.name_key, 1, 1)`;
      return value<string>(
        `SELECT json_group_array(json_object('group', letter, 'count', count) ORDER BY letter) FROM (
           SELECT iif(${letter} BETWEEN 'a' AND 'z' OR ${letter} > char(127), ${letter}, '#') AS letter,
             count(*) AS count
           FROM ${from} ${where} GROUP BY 1)`,
        { ...parameters, user_pk: userPk },
      );
    },

    /** Includes missing series. */
    get(userPk: number | null, id: string, labels = false): JsonText<unknown> | null {
      const json = seriesRow.get({ user_pk: userPk, id, with_labels: Number(labels) });
      return json === undefined ? null : jsonText(json);
    },
  };
};
