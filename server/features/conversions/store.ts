import type {
  Conversion,
  ConversionFile,
  listConversionFiles,
  listConversions,
} from '../../../shared/api/conversions.ts';
import type { EndpointParsed } from '../../../shared/endpoint.ts';
import type { Direction } from '../../../shared/schemas.ts';
import { isoNow, newId } from '../../database/ids.ts';
import type { ListPage } from '../../database/json.ts';
import { limits } from '../../database/page-sql.ts';
import type { Database } from '../../database/types.ts';
import { binDays } from '../../scanner/file-bin/file-bin.ts';

export type ConversionsQuery = EndpointParsed<typeof listConversions>['query'];
export type ConversionFilesQuery = EndpointParsed<typeof listConversionFiles>['query'];

/** The states that the API counts as one. */
const counted: Record<keyof Conversion['files'], readonly string[]> = {
  pending: ['pending', 'converting', 'undoing'],
  planned: ['planned'],
  skipped: ['skipped'],
  converted: ['converted'],
  failed: ['failed'],
  undone: ['undone'],
};
const ofPlan = 'FROM conversion_files f WHERE f.conversion_pk = c.pk';
const counts = Object.entries(counted)
  .map(
    ([name, states]) => `'${name}', (SELECT count(*) ${ofPlan}
      AND f.state IN (${states.map((state) => `'${state}'`).join(', ')}))`,
  )
  .join(', ');
const sum = (column: string) =>
  `(SELECT coalesce(sum(f.${column}), 0) ${ofPlan} AND f.state IN ('planned', 'converted'))`;

const record = `json_object('id', c.id, 'library_id', l.id,
  'pages', iif(c.page_format IS NULL, NULL,
    json_object('format', c.page_format, 'quality', c.page_quality)),
  'removed_pages', c.removed_pages,
  'user', iif(u.pk IS NULL, NULL, json_object('id', u.id, 'username', u.username)),
  'files', json_object(${counts}), 'from_size', ${sum('from_size')}, 'to_size', ${sum('to_size')},
  'task_id', (SELECT t.id FROM tasks t WHERE t.task_type = 'convert_files'
    AND t.status IN ('pending', 'running') AND t.payload ->> 'conversion_id' = c.id LIMIT 1),
  'created_at', c.created_at,
  'undoable_until', strftime('%Y-%m-%dT%H:%M:%fZ', c.created_at, '+${binDays} days'))`;
const from = `conversions c JOIN libraries l ON l.pk = c.library_pk
  LEFT JOIN users u ON u.pk = c.user_pk`;
const ofLibrary = `@library_id IS NULL OR c.library_pk = (SELECT pk FROM libraries WHERE id = @library_id)`;
const filesFrom = `conversion_files f JOIN books b ON b.pk = f.book_pk
  WHERE f.conversion_pk = (SELECT pk FROM conversions WHERE id = @id)
    AND (@state IS NULL OR f.state = @state)`;

/** Plans to convert files, and their files. */
export const createConversionsStore = (database: Database) => {
  const library = database.prepare<
    [string],
    { pk: number; is_allowed: number; is_calibre: number | null }
  >(
    `SELECT pk, convert_files AS is_allowed, scan_rules ->> 'calibre' AS is_calibre
     FROM libraries WHERE id = ?`,
  );
  const byId = database
    .prepare<[string], string>(`SELECT ${record} FROM ${from} WHERE c.id = ?`)
    .pluck();
  const lists = (direction: Direction) =>
    database
      .prepare<{ library_id: string | null; limit: number; offset: number }, string>(
        `SELECT ${record} FROM ${from} WHERE ${ofLibrary}
         ORDER BY c.pk ${direction} LIMIT @limit OFFSET @offset`,
      )
      .pluck();
  const listed = { asc: lists('asc'), desc: lists('desc') };
  const total = database
    .prepare<{ library_id: string | null }, number>(
      `SELECT count(*) FROM conversions c WHERE ${ofLibrary}`,
    )
    .pluck();
  const files = (direction: Direction) =>
    database.prepare<
      { id: string; state: string | null; limit: number; offset: number },
      Omit<ConversionFile, 'removed'> & { removed: string }
    >(
      `SELECT f.id, b.id AS book_id, b.title, f.state, f.reason, f.action,
         coalesce(f.from_path, b.path) AS from_path, f.to_path, f.from_size, f.to_size,
         f.page_count, (SELECT json_group_array(r.value + 1) FROM json_each(f.removed) r) AS removed,
         f.converted_at
       FROM ${filesFrom} ORDER BY b.path ${direction}, f.pk LIMIT @limit OFFSET @offset`,
    );
  const listedFiles = { asc: files('asc'), desc: files('desc') };
  const totalFiles = database
    .prepare<{ id: string; state: string | null }, number>(`SELECT count(*) FROM ${filesFrom}`)
    .pluck();
  const insert = database.prepare<{
    id: string;
    library_pk: number;
    user_pk: number;
    page_format: string | null;
    page_quality: number | null;
    removed_pages: Conversion['removed_pages'];
    now: string;
  }>(
    `INSERT INTO conversions (id, library_pk, user_pk, page_format, page_quality,
       removed_pages, created_at)
     VALUES (@id, @library_pk, @user_pk, @page_format, @page_quality, @removed_pages, @now)`,
  );
  const candidates = database
    .prepare<{ library_pk: number; series: string | null; books: string | null }, number>(
      `SELECT b.pk FROM books b JOIN series s ON s.pk = b.series_pk
       WHERE b.library_pk = @library_pk AND b.missing_since IS NULL
         AND (@series IS NULL OR s.id IN (SELECT value FROM json_each(@series)))
         AND (@books IS NULL OR b.id IN (SELECT value FROM json_each(@books)))
       ORDER BY b.path`,
    )
    .pluck();
  const insertFile = database.prepare<{ id: string; conversion: string; book_pk: number }>(
    `INSERT INTO conversion_files (id, conversion_pk, book_pk)
     VALUES (@id, (SELECT pk FROM conversions WHERE id = @conversion), @book_pk)`,
  );
  const markUndoing = database.prepare<{ id: string; files: string | null }>(
    `UPDATE conversion_files SET state = 'undoing', reason = NULL
     WHERE state = 'converted' AND conversion_pk = (SELECT pk FROM conversions WHERE id = @id)
       AND (@files IS NULL OR id IN (SELECT value FROM json_each(@files)))`,
  );
  const remove = database.prepare<[string]>('DELETE FROM conversions WHERE id = ?');
  const prune = database.prepare<[string]>('DELETE FROM conversions WHERE created_at < ?');
  return {
    library: (id: string) => library.get(id),
    get: (id: string): Conversion | undefined => {
      const json = byId.get(id);
      return json === undefined ? undefined : (JSON.parse(json) as Conversion);
    },
    list: ({ sort, library_id: named, ...query }: ConversionsQuery): ListPage<Conversion> => {
      const library_id = named ?? null;
      return {
        data: listed[sort.direction]
          .all({ library_id, ...limits(query) })
          .map((json) => JSON.parse(json) as Conversion),
        total: total.get({ library_id }) ?? 0,
      };
    },
    files: (
      id: string,
      { sort, state: wanted, ...query }: ConversionFilesQuery,
    ): ListPage<ConversionFile> => {
      const state = wanted ?? null;
      return {
        data: listedFiles[sort.direction]
          .all({ id, state, ...limits(query) })
          .map((file) => ({ ...file, removed: JSON.parse(file.removed) as number[] })),
        total: totalFiles.get({ id, state }) ?? 0,
      };
    },
    /** Opens a plan with the present books. */
    open: (plan: {
      library_pk: number;
      user_pk: number;
      pages: Conversion['pages'];
      removed_pages: Conversion['removed_pages'];
      series_ids: readonly string[] | null;
      book_ids: readonly string[] | null;
    }): string => {
      const { library_pk, user_pk, pages, removed_pages } = plan;
      const id = newId();
      const json = (ids: readonly string[] | null) => ids && JSON.stringify(ids);
      const [series, named] = [json(plan.series_ids), json(plan.book_ids)];
      database
        .transaction(() => {
          insert.run({
            ...{ id, library_pk, user_pk, removed_pages, now: isoNow() },
            page_format: pages?.format ?? null,
            page_quality: pages?.quality ?? null,
          });
          for (const book_pk of candidates.all({ library_pk, series, books: named }))
            insertFile.run({ id: newId(), conversion: id, book_pk });
        })
        .immediate();
      return id;
    },
    /** Marks converted files to be undone; returns their number. */
    markUndoing: (id: string, fileIds: readonly string[] | null): number =>
      markUndoing.run({ id, files: fileIds && JSON.stringify(fileIds) }).changes,
    remove: (id: string) => void remove.run(id),
    /** Deletes plans from before a time. */
    prune: (before: string): number => prune.run(before).changes,
  };
};

export type ConversionsStore = ReturnType<typeof createConversionsStore>;
