import {
  healthKinds,
  problemKinds,
  type HealthIssue,
  type HealthKind,
  type listHealthIssues,
  type listUnsupportedFiles,
  type UnsupportedFile,
} from '../../../shared/api/health.ts';
import type { EndpointParsed } from '../../../shared/endpoint.ts';
import type { Database } from '../../database/types.ts';
import { type ListPage, jsonBoolean } from '../../database/json.ts';
import { limits, preparedValues } from '../../database/page-sql.ts';
import { supportedSince, unsupportedAdvice } from '../../media/formats/unsupported-format.ts';
import { findingsSql } from './findings.ts';

export type HealthQuery = EndpointParsed<typeof listHealthIssues>['query'];

export type UnsupportedQuery = EndpointParsed<typeof listUnsupportedFiles>['query'];

export interface StoredCounts {
  kinds: Record<HealthKind, { open: number; ignored: number }>;
  checked_at: string | null;
}

export type HealthStore = ReturnType<typeof createHealthStore>;

const isIgnored = `EXISTS (SELECT 1 FROM health_ignored i
  WHERE i.kind = f.kind AND i.record_id = f.id AND i.mark = f.mark)`;

/** Order of kinds, most severe first. */
const weight = `CASE f.kind ${healthKinds.map((kind, index) => `WHEN '${kind}' THEN ${index}`).join(' ')} END`;

/** Ignores findings and shows them again; `createHealthQueries` reads them. */
export const createHealthStore = (database: Database) => {
  const show = database.prepare('DELETE FROM health_ignored WHERE kind = ? AND record_id = ?');
  const ignoreSql = (kind: HealthKind) =>
    database.prepare<[string]>(
      `INSERT OR REPLACE INTO health_ignored (kind, record_id, mark)
       SELECT f.kind, f.id, f.mark FROM (${findingsSql(kind)}) f
       WHERE f.id IN (SELECT value FROM json_each(?))`,
    );

  const known = database
    .prepare<[string], string>(
      `SELECT wanted.value FROM json_each(?) wanted
       WHERE EXISTS (SELECT 1 FROM series WHERE id = wanted.value)
         OR EXISTS (SELECT 1 FROM books WHERE id = wanted.value)`,
    )
    .pluck();

  const values = preparedValues(database);

  return {
    unsupported({ library_id, sort, ...page }: UnsupportedQuery): ListPage<UnsupportedFile> {
      const wanted = { library_id: library_id ?? null };
      const from = `FROM unsupported_files u JOIN libraries l ON l.pk = u.library_pk
        WHERE :library_id IS NULL OR l.id = :library_id`;
      const order = `l.name_key ${sort.direction}, l.pk, u.path ${sort.direction}`;
      const data = values<string>(
        `SELECT json_group_array(json_object('library_id', id, 'library_name', name, 'path', path))
         FROM (SELECT l.id, l.name, u.path ${from} ORDER BY ${order} LIMIT :limit OFFSET :offset)`,
        { ...wanted, ...limits(page) },
      );
      return {
        data: (JSON.parse(data) as Omit<UnsupportedFile, 'message'>[]).map((file) => ({
          ...file,
          message: unsupportedAdvice(file.path) ?? supportedSince,
        })),
        total: values<number>(`SELECT count(*) ${from}`, wanted),
      };
    },
    /** The ids that belong to a series or book. */
    known: (ids: readonly string[]): Set<string> => new Set(known.all(JSON.stringify(ids))),
    /** Ignores findings; returns how many existed. */
    ignore: (kind: HealthKind, ids: readonly string[]): number =>
      ignoreSql(kind).run(JSON.stringify(ids)).changes,
    show: (kind: HealthKind, id: string): number => show.run(kind, id).changes,
    transaction: <T>(work: () => T): T => database.transaction(work)(),
  };
};

/**
 * Lists and counts findings, in the query worker. Because finding them reads every book, they are
 * kept in a temporary table until another connection has written.
 */
export const createHealthQueries = (database: Database) => {
  // All users share one temporary table, because it exists on one connection only. It therefore contains the
  // findings that are visible without restrictions.
  const value = <Value>(sql: string, parameters: Record<string, unknown>) =>
    database.readAs(null, () => values<Value>(sql, parameters));
  const values = preparedValues(database);
  /**
   * SQL condition for visible findings. A series is visible or hidden as a whole, together with its findings.
   */
  const seen = (viewer: number | null) =>
    viewer === null ? 'true' : '(:viewer << 32) + f.series_pk IN (SELECT key FROM visible_series)';
  const version = database.prepare<[], number>('PRAGMA data_version').pluck();
  const checkedAt = database
    .prepare<[], string | null>('SELECT max(last_scanned_at) FROM libraries')
    .pluck();
  let found: number | undefined;

  const findAgainIfChanged = (): void => {
    const current = database.readAs(null, () => version.get());
    if (current === found) return;
    // `query_only` also refuses writes to temporary tables.
    database.pragma('query_only = OFF');
    try {
      database.exec(`
        DROP TABLE IF EXISTS temp.health_findings;
        CREATE TEMP TABLE health_findings AS
          SELECT f.*, ${isIgnored} AS ignored FROM (${findingsSql()}) f
          ORDER BY ${weight}, title_key, id`);
    } finally {
      database.pragma('query_only = ON');
    }
    found = current;
  };

  return {
    counts(): StoredCounts {
      const viewer = database.viewer();
      findAgainIfChanged();
      const none = healthKinds.map((kind) => [kind, { open: 0, ignored: 0 }] as const);
      const counted = value<string>(
        `SELECT json_group_object(kind, json_object('open', total - ignored, 'ignored', ignored))
         FROM (SELECT kind, count(*) AS total, sum(ignored) AS ignored
               FROM temp.health_findings f WHERE ${seen(viewer)} GROUP BY kind)`,
        { viewer },
      );
      return {
        kinds: {
          ...Object.fromEntries(none),
          ...(JSON.parse(counted) as object),
        } as StoredCounts['kinds'],
        checked_at: checkedAt.get() ?? null,
      };
    },
    list({
      kind,
      severity,
      library_id,
      ignored = false,
      sort,
      ...page
    }: HealthQuery): ListPage<HealthIssue> {
      const viewer = database.viewer();
      findAgainIfChanged();
      const kinds = healthKinds.filter(
        (row) =>
          (kind === undefined || row === kind) &&
          (severity === undefined || problemKinds.includes(row) === (severity === 'problem')),
      );
      const position =
        sort.field === 'title' ? 'row_number() OVER (ORDER BY f.title_key, f.rowid)' : 'f.rowid';
      const parameters = {
        viewer,
        kinds: kind === undefined && severity === undefined ? null : JSON.stringify(kinds),
        library_id: library_id ?? null,
        ignored: ignored ? 1 : 0,
      };
      const from = `FROM temp.health_findings f WHERE ${seen(viewer)} AND f.ignored = :ignored
        AND (:kinds IS NULL OR f.kind IN (SELECT value FROM json_each(:kinds))) AND (:library_id IS NULL
          OR f.library_pk = (SELECT pk FROM libraries WHERE id = :library_id))`;
      const data = value<string>(
        `SELECT json_group_array(json_object('kind', p.kind, 'entity', p.entity, 'id', p.id,
           'title', p.title, 'series_id', s.id, 'series_name', s.name, 'library_id', l.id,
           'library_name', l.name, 'path', p.path, 'detail', p.detail, 'good_at', p.good_at,
           'ignored', ${jsonBoolean(':ignored')}) ORDER BY p.position ${sort.direction})
         FROM (SELECT ${position} AS position, f.* ${from}
               ORDER BY position ${sort.direction} LIMIT :limit OFFSET :offset) p
         JOIN libraries l ON l.pk = p.library_pk JOIN series s ON s.pk = p.series_pk`,
        { ...parameters, ...limits(page) },
      );
      return {
        data: JSON.parse(data) as HealthIssue[],
        total: value<number>(`SELECT count(*) ${from}`, parameters),
      };
    },
  };
};
