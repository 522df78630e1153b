import type { Volume, VolumeSort } from '../../../shared/api/volumes.ts';
import type { PageRequest } from '../../../shared/schemas.ts';
import { hasBookCover } from '../../database/has-cover.ts';
import { jsonText, type ListPage, jsonBoolean } from '../../database/json.ts';
import { limits, preparedValues } from '../../database/page-sql.ts';
import { userParameter } from '../../database/planner-hints.ts';
import type { Database } from '../../database/types.ts';
import type { VolumeState } from '../organise/types.ts';

export type VolumesStore = ReturnType<typeof createVolumesStore>;

/** A volume as its changes need it. */
export interface StoredVolume extends VolumeState {
  pk: number;
  id: string;
}

/** The chapter of the book `b`; null for a whole volume. */
const chapter = 'coalesce(b.chapter, iif(b.number IS b.volume, NULL, b.number))';
const firstBook = (
  condition: string,
) => `(SELECT f.id FROM books f WHERE f.series_pk = v.series_pk AND f.missing_since IS NULL
  AND f.volume_pk = v.pk AND ${condition} ORDER BY f.number_key, f.title_key, f.pk LIMIT 1)`;
const chosenBook = `(SELECT c.id FROM books c
  WHERE c.pk = v.cover_book_pk AND c.volume_pk = v.pk AND c.missing_since IS NULL)`;
const known = (sql: string) => `iif(${userParameter} IS NULL, NULL, ${sql})`;
const read = 'count(p.book_pk) FILTER (WHERE p.is_completed)';

const volumeRecord = `json_object('id', v.id, 'series_id', s.id, 'number', v.number,
  'title', coalesce(v.title, v.file_title), 'book_count', count(*), 'page_count', sum(b.page_count),
  'file_size', sum(b.file_size), 'first_chapter', min(${chapter}), 'last_chapter', max(${chapter}),
  'restarts', ${jsonBoolean('v.restarts')},
  'cover_book_id', coalesce(${chosenBook}, ${firstBook(hasBookCover('f'))}, ${firstBook('true')}),
  'unread_count', ${known(`count(*) - ${read}`)},
  'in_progress_count', ${known(`count(p.book_pk) - ${read}`)},
  'read_status', ${known(`CASE WHEN count(*) = ${read} THEN 'read'
    WHEN count(p.book_pk) = 0 THEN 'unread' ELSE 'in_progress' END`)})`;

/** Volumes with a present book. */
const volumes = `FROM series s CROSS JOIN volumes v ON v.series_pk = s.pk
  CROSS JOIN books b ON b.volume_pk = v.pk AND b.series_pk = s.pk AND b.missing_since IS NULL
  LEFT JOIN progress p ON p.user_pk = ${userParameter} AND p.book_pk = b.pk
  WHERE s.id = :series_id`;

const sortKeys: Record<VolumeSort, string> = {
  number: 'v.number',
  title: 'natural_key(coalesce(v.title, v.file_title))',
  book_count: 'count(*)',
  page_count: 'sum(b.page_count)',
};

export const createVolumesStore = (database: Database) => {
  const value = preparedValues(database);
  const seriesKey = database
    .prepare<[string], number>('SELECT pk FROM series WHERE id = ?')
    .pluck();
  const record = database
    .prepare<[{ user_pk: number | null; series_id: string; id: string }], string>(
      `SELECT ${volumeRecord} ${volumes} AND v.id = :id GROUP BY v.pk`,
    )
    .pluck();
  const storedColumns = 'pk, id, number, title, cover_book_pk, is_manual, is_dissolved';
  const stored = database.prepare<[number, string], StoredVolume>(
    `SELECT ${storedColumns} FROM volumes WHERE series_pk = ? AND id = ?`,
  );
  const numbered = database.prepare<[number, number], StoredVolume>(
    `SELECT ${storedColumns} FROM volumes WHERE series_pk = ? AND number = ?`,
  );
  const lastNumber = database
    .prepare<[number], number | null>(
      `SELECT max(CAST(b.volume AS INTEGER)) FROM books b WHERE b.series_pk = ? AND b.volume < 999`,
    )
    .pluck();
  const isUsed = database
    .prepare<[number], number>('SELECT EXISTS (SELECT 1 FROM books WHERE volume_pk = ?)')
    .pluck();
  const bookIds = database
    .prepare<[number], string>('SELECT id FROM books WHERE volume_pk = ?')
    .pluck();
  const presentBookIds = database
    .prepare<[number], string>('SELECT id FROM books WHERE volume_pk = ? AND missing_since IS NULL')
    .pluck();
  const bookKey = database
    .prepare<[string, number], number>('SELECT pk FROM books WHERE id = ? AND volume_pk = ?')
    .pluck();
  const ofOtherSeries = database
    .prepare<{ ids: string; series_pk: number }, string>(
      `SELECT w.value FROM json_each(@ids) w WHERE NOT EXISTS (
         SELECT 1 FROM books b WHERE b.id = w.value AND b.series_pk = @series_pk) LIMIT 1`,
    )
    .pluck();

  return {
    /** Including a missing series. */
    seriesKey: (id: string) => seriesKey.get(id),
    list(
      userPk: number | null,
      seriesId: string,
      { sort, ...page }: PageRequest<VolumeSort>,
    ): ListPage<Volume> {
      const wanted = { user_pk: userPk, series_id: seriesId };
      const rows = `SELECT ${volumeRecord} AS record, ${sortKeys[sort.field]} AS key, v.pk AS pk
        ${volumes} GROUP BY v.pk ORDER BY key ${sort.direction}, pk ${sort.direction}
        LIMIT :limit OFFSET :offset`;
      const data = value<string>(`SELECT json_group_array(json(record)) FROM (${rows})`, {
        ...wanted,
        ...limits(page),
      });
      const total = value<number>(`SELECT count(DISTINCT v.pk) ${volumes}`, wanted);
      return { data: jsonText<Volume[]>(data), total };
    },
    get(userPk: number | null, seriesId: string, id: string): Volume | null {
      const json = record.get({ user_pk: userPk, series_id: seriesId, id });
      return json === undefined ? null : (JSON.parse(json) as Volume);
    },
    /** Also one without present books. */
    stored: (seriesPk: number, id: string) => stored.get(seriesPk, id),
    numbered: (seriesPk: number, number: number) => numbered.get(seriesPk, number),
    lastNumber: (seriesPk: number): number => lastNumber.get(seriesPk) ?? 0,
    isUsed: (pk: number): boolean => isUsed.get(pk) === 1,
    /** Including missing books. */
    bookIds: (pk: number) => bookIds.all(pk),
    presentBookIds: (pk: number) => presentBookIds.all(pk),
    bookKey: (id: string, volumePk: number) => bookKey.get(id, volumePk),
    /** The first of the books that does not belong to the series. */
    ofOtherSeries: (ids: readonly string[], seriesPk: number) =>
      ofOtherSeries.get({ ids: JSON.stringify(ids), series_pk: seriesPk }),
  };
};
