import type { Database } from '../../../database/database.ts';
import { jsonText, type JsonText } from '../../../database/json.ts';
import { opaqueText } from '../../../database/opaque.ts';
import { preparedValues } from '../../../database/page-sql.ts';
import type { CompatListQuery } from '../lists.ts';
import { createListedSeries } from './listed-series.ts';
import { record, surroundings } from './record-sql.ts';

export type CompatSeriesStore = ReturnType<typeof createCompatSeriesStore>;

export const createCompatSeriesStore = (database: Database) => {
  const value = preparedValues(database);
  const { list, rowsToLookAt, found } = createListedSeries(database, value);
  const seriesRow = database
    .prepare<[{ user_pk: number | null; id: string }], string>(
      `SELECT ${record} FROM series s ${surroundings} WHERE s.id = ${opaqueText(':id')}`,
    )
    .pluck();

  return {
    list,
    rowsToLookAt,

    /** How many series begin with which letter, `#` for everything that is none. */
    groups(userPk: number | null, query: Pick<CompatListQuery, 'filter' | 'search'>): string {
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

    /** Also answers for a missing series. */
    get(userPk: number | null, id: string): JsonText<unknown> | null {
      const json = seriesRow.get({ user_pk: userPk, id });
      return json === undefined ? null : jsonText(json);
    },
  };
};
