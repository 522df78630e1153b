import { progressColumns } from '../../../shared/api/data-export.ts';
import type { EditEntity } from '../../../shared/api/edits.ts';
import type { ImportKind } from '../../../shared/api/import-record.ts';
import { unlockedFields } from '../../../shared/api/metadata-fields.ts';
import { pathOnDisk, shownPath } from '../../database/shown-path.ts';
import type { Database } from '../../database/types.ts';
import type { Values } from '../edits/change.ts';
import { createRecordsStores } from '../edits/records-store.ts';
import { recordQueries, type RecordQuery } from './record-sql.ts';

/** Rows per batch, about 10 ms of work; other requests run between batches. */
const batchSize = 200;

/** Whose records are read, and how they are shown. */
export interface Owner {
  /** Null for the whole household. */
  user_pk: number | null;
  /** 0: paths are relative to their library. */
  shows_folders: 0 | 1;
}

type Row = Record<string, string | number | null>;

export type DataExportStore = ReturnType<typeof createDataExportStore>;

/** The next books with progress, a rating or a wish of a user; up to one batch of each kind. */
const bookScopes = ['progress', 'ratings', 'wanted']
  .map(
    (table) => `SELECT * FROM (SELECT user_pk, book_pk FROM ${table}
      WHERE book_pk IS NOT NULL AND (:user_pk IS NULL OR user_pk = :user_pk)
        AND (user_pk, book_pk) > (:k0, :k1) ORDER BY user_pk, book_pk LIMIT ${batchSize})`,
  )
  .join(' UNION ');

const progressSql = `SELECT t.user_pk AS k0, t.book_pk AS k1, iif(:shows_folders, ${pathOnDisk('l.path', shownPath('b'))}, ${shownPath('b')}) AS path, b.title,
    s.name AS series, b.number, u.username AS person, p.current_page AS page,
    nullif(b.page_count, 0) AS pages,
    iif(p.is_completed, 100, min(100, round(100.0 * p.current_page / nullif(b.page_count, 0), 2))) AS percent,
    p.is_completed AS completed, p.started_at, p.updated_at AS read_at, p.completed_at, r.rating,
    r.review, w.pk IS NOT NULL AS want_to_read
  FROM (${bookScopes}) t JOIN users u ON u.pk = t.user_pk JOIN books b ON b.pk = t.book_pk
    JOIN series s ON s.pk = b.series_pk JOIN libraries l ON l.pk = b.library_pk
    LEFT JOIN progress p ON p.user_pk = t.user_pk AND p.book_pk = t.book_pk
    LEFT JOIN ratings r ON r.user_pk = t.user_pk AND r.book_pk = t.book_pk
    LEFT JOIN wanted w ON w.user_pk = t.user_pk AND w.book_pk = t.book_pk
  ORDER BY t.user_pk, t.book_pk LIMIT ${batchSize}`;

const flags: ReadonlySet<string> = new Set(['completed', 'want_to_read']);

/** Reads all data that people entered, in batches. */
export const createDataExportStore = (database: Database) => {
  const records = createRecordsStores(database);
  const readLists = database.prepare<[], { id: string; name: string }>(
    'SELECT id, name FROM read_lists ORDER BY sort_key, pk',
  );
  const feeds = database.prepare<[], { name: string; url: string }>(
    'SELECT display_name AS name, url FROM release_sources ORDER BY pk',
  );

  function* batches({ record, from, keys, own }: RecordQuery, owner: Owner) {
    const named = keys.map((key, index) => `${key} AS k${index}`).join(', ');
    const sql = (after: string) =>
      database.prepare<[Row], Row>(
        `SELECT ${record} AS line, ${named} FROM ${from}
         WHERE ${owner.user_pk === null ? 'true' : (own ?? 'false')} ${after}
         ORDER BY ${keys.join(', ')} LIMIT ${batchSize}`,
      );
    const marks = keys.map((_, index) => `:k${index}`).join(', ');
    const next = sql(`AND (${keys.join(', ')}) > (${marks})`);
    let rows = sql('').all({ ...owner });
    while (rows.length > 0) {
      yield rows.map(({ line }) => String(line));
      rows = next.all({ ...rows.at(-1), ...owner });
    }
  }

  const edited = (entity: EditEntity) =>
    database.prepare<[number], { pk: number; id: string }>(
      entity === 'series'
        ? `SELECT pk, id FROM series WHERE pk > ? AND (locked_fields <> '[]' OR labels <> '[]')
           ORDER BY pk LIMIT ${batchSize}`
        : `SELECT pk, id FROM books WHERE pk > ? AND locked_fields <> '[]'
           ORDER BY pk LIMIT ${batchSize}`,
    );

  /** Edits of a series or book by people: the values of locked fields, and labels. */
  const editOf = (entity: EditEntity, id: string): string => {
    const metadata = records[entity].get(id)?.metadata;
    const values: Values = metadata?.values ?? {};
    const locks = [...(metadata?.locked ?? [])].filter((field) => field in values);
    const labels = [...unlockedFields].filter(
      (field) => ((values[field] ?? []) as unknown[]).length > 0,
    );
    return JSON.stringify({
      id,
      series: entity === 'series' ? id : null,
      book: entity === 'book' ? id : null,
      values: Object.fromEntries([...locks, ...labels].map((field) => [field, values[field]])),
      locks,
    });
  };

  function* edits() {
    for (const entity of ['series', 'book'] as const) {
      const statement = edited(entity);
      for (let rows = statement.all(0); rows.length > 0; rows = statement.all(rows.at(-1)?.pk ?? 0))
        yield rows.map(({ id }) => editOf(entity, id));
    }
  }

  return {
    /** Records of a kind in batches, as JSON without the field `kind`. */
    records(kind: ImportKind, owner: Owner): Iterable<string[]> {
      if (kind === 'edit') return owner.user_pk === null ? edits() : [];
      const query = recordQueries.get(kind);
      return query === undefined ? [] : batches(query, owner);
    },
    /** Chosen covers that were uploaded: the id of each record with the name of its image. */
    *uploadedCovers(): Generator<{ id: string; upload: string }> {
      const covers = database.prepare<[string], { id: string; upload: string }>(
        `SELECT id, choice ->> 'upload' AS upload FROM (
           SELECT id, cover_choice AS choice FROM series WHERE cover_choice IS NOT NULL
           UNION ALL SELECT id, cover_choice FROM books WHERE cover_choice IS NOT NULL
           UNION ALL SELECT id, cover_choice FROM collections WHERE cover_choice IS NOT NULL
           UNION ALL SELECT id, cover_choice FROM read_lists WHERE cover_choice IS NOT NULL)
         WHERE upload IS NOT NULL AND id > ? ORDER BY id LIMIT ${batchSize}`,
      );
      for (let rows = covers.all(''); rows.length > 0; rows = covers.all(rows.at(-1)?.id ?? ''))
        yield* rows;
    },
    /** Cells in the order of `progressColumns`, in batches. */
    *progress(owner: Owner): Generator<unknown[][]> {
      const statement = database.prepare<[Row], Row>(progressSql);
      const read = (after: Row) => statement.all({ ...after, ...owner });
      for (let rows = read({ k0: 0, k1: 0 }); rows.length > 0; rows = read(rows.at(-1) ?? {})) {
        yield rows.map((row) =>
          progressColumns.map((name) => (flags.has(name) ? row[name] === 1 : row[name])),
        );
      }
    },
    readLists: () => readLists.all(),
    feeds: () => feeds.all(),
  };
};
