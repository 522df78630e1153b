import {
  healthKinds,
  type HealthIssue,
  type HealthKind,
  type listHealthIssues,
} from '../../../shared/api/health.ts';
import type { EndpointParsed } from '../../../shared/endpoint.ts';
import type { Database } from '../../database/types.ts';
import type { ListPage } from '../../database/json.ts';
import { limits, rememberedValues } from '../../database/page-sql.ts';
import { findingsSql } from './findings.ts';

export type HealthQuery = EndpointParsed<typeof listHealthIssues>['query'];

export interface StoredCounts {
  kinds: Record<HealthKind, { open: number; ignored: number }>;
  checked_at: string | null;
}

export type HealthStore = ReturnType<typeof createHealthStore>;

const isIgnored = `EXISTS (SELECT 1 FROM health_ignored i
  WHERE i.kind = f.kind AND i.record_id = f.id AND i.mark = f.mark)`;

export const createHealthStore = (database: Database) => {
  const value = rememberedValues(database);
  const checkedAt = database
    .prepare<[], string | null>('SELECT max(last_scanned_at) FROM libraries')
    .pluck();
  const show = database.prepare('DELETE FROM health_ignored WHERE kind = ? AND record_id = ?');
  const ignoreSql = (kind: HealthKind) =>
    database.prepare<[string]>(
      `INSERT OR REPLACE INTO health_ignored (kind, record_id, mark)
       SELECT f.kind, f.id, f.mark FROM (${findingsSql(kind)}) f
       WHERE f.id IN (SELECT value FROM json_each(?))`,
    );

  return {
    counts(): StoredCounts {
      const none = healthKinds.map((kind) => [kind, { open: 0, ignored: 0 }] as const);
      const found = value<string>(
        `SELECT json_group_object(kind, json_object('open', total - ignored, 'ignored', ignored))
         FROM (SELECT f.kind, count(*) AS total, sum(${isIgnored}) AS ignored
               FROM (${findingsSql()}) f GROUP BY f.kind)`,
        {},
      );
      return {
        kinds: {
          ...Object.fromEntries(none),
          ...(JSON.parse(found) as object),
        } as StoredCounts['kinds'],
        checked_at: checkedAt.get() ?? null,
      };
    },
    list({ kind, library_id, ignored = false, sort, ...page }: HealthQuery): ListPage<HealthIssue> {
      const parameters = { library_id: library_id ?? null, ignored: ignored ? 1 : 0 };
      const from = `FROM (${findingsSql(kind)}) f JOIN libraries l ON l.pk = f.library_pk
        WHERE ${isIgnored} = :ignored AND (:library_id IS NULL OR l.id = :library_id)`;
      const order = `f.title_key ${sort.direction}, f.id ${sort.direction}, f.kind`;
      const data = value<string>(
        `SELECT json_group_array(json_object('kind', p.kind, 'entity', p.entity, 'id', p.id,
           'title', p.title, 'series_id', s.id, 'series_name', s.name, 'library_id', p.library_id,
           'library_name', p.library_name, 'path', p.path, 'detail', p.detail,
           'ignored', json(iif(:ignored, 'true', 'false'))) ORDER BY p.row)
         FROM (SELECT f.*, l.id AS library_id, l.name AS library_name,
                 row_number() OVER (ORDER BY ${order}) AS row ${from}
               ORDER BY row LIMIT :limit OFFSET :offset) p
         JOIN series s ON s.pk = p.series_pk`,
        { ...parameters, ...limits(page) },
      );
      return {
        data: JSON.parse(data) as HealthIssue[],
        total: value<number>(`SELECT count(*) ${from}`, parameters),
      };
    },
    /** Ignores findings; returns how many existed. */
    ignore: (kind: HealthKind, ids: readonly string[]): number =>
      ignoreSql(kind).run(JSON.stringify(ids)).changes,
    show: (kind: HealthKind, id: string): number => show.run(kind, id).changes,
    transaction: <T>(work: () => T): T => database.transaction(work)(),
  };
};
