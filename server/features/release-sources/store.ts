import type { listReleaseSources, ReleaseSource } from '../../../shared/api/release-sources.ts';
import type { EndpointParsed } from '../../../shared/endpoint.ts';
import type { Database } from '../../database/types.ts';
import { newId, isoNow } from '../../database/ids.ts';
import { jsonText, type ListPage, jsonBoolean } from '../../database/json.ts';
import { limits, pageSql, preparedValues } from '../../database/page-sql.ts';

export type SourcesQuery = EndpointParsed<typeof listReleaseSources>['query'];

/** The editable fields of a source. */
export type SourceFields = Pick<
  ReleaseSource,
  'display_name' | 'source_tag' | 'url' | 'enabled' | 'cron_schedule' | 'language'
>;

/** The result of the last poll; `etag` and `last_modified` are sent with the next one. */
export interface PollResult {
  etag: string | null;
  last_modified: string | null;
}

export type ReleaseSourcesStore = ReturnType<typeof createReleaseSourcesStore>;

const record = `json_object('id', f.id, 'display_name', f.display_name, 'source_tag', f.source_tag,
  'url', f.url, 'enabled', ${jsonBoolean('f.enabled')}, 'cron_schedule', f.cron_schedule,
  'language', f.language, 'last_polled_at', f.last_polled_at, 'last_error', f.last_error,
  'etag', f.etag, 'created_at', f.created_at, 'updated_at', f.updated_at)`;

const sortKeys: Record<SourcesQuery['sort']['field'], string> = {
  display_name: 'lower(f.display_name)',
  created_at: 'f.created_at',
  last_polled_at: 'f.last_polled_at',
};

export const createReleaseSourcesStore = (database: Database) => {
  const value = preparedValues(database);
  const byId = database
    .prepare<[string], string>(`SELECT ${record} FROM release_sources f WHERE f.id = ?`)
    .pluck();
  const all = database
    .prepare<[], string>(`SELECT ${record} FROM release_sources f ORDER BY f.pk`)
    .pluck();
  const byTag = database
    .prepare<[string], string>('SELECT id FROM release_sources WHERE source_tag = ?')
    .pluck();
  const lastModified = database
    .prepare<[string], string | null>('SELECT last_modified FROM release_sources WHERE id = ?')
    .pluck();
  const insert = database.prepare(
    `INSERT INTO release_sources (id, display_name, source_tag, url, enabled, cron_schedule, language,
       created_at, updated_at)
     VALUES (:id, :display_name, :source_tag, :url, :enabled, :cron_schedule, :language, :now, :now)`,
  );
  // Clears the cache validators if the URL changes.
  const update = database.prepare(
    `UPDATE release_sources SET display_name = :display_name, source_tag = :source_tag,
       etag = iif(url = :url, etag, NULL), last_modified = iif(url = :url, last_modified, NULL),
       url = :url, enabled = :enabled, cron_schedule = :cron_schedule, language = :language,
       updated_at = :now WHERE id = :id`,
  );
  const polled = database.prepare(
    `UPDATE release_sources SET last_polled_at = :now, last_error = NULL, etag = :etag,
       last_modified = :last_modified WHERE id = :id`,
  );
  const failed = database.prepare(
    'UPDATE release_sources SET last_polled_at = :now, last_error = :error WHERE id = :id',
  );
  const remove = database.prepare<[string]>('DELETE FROM release_sources WHERE id = ?');

  return {
    list({ sort, ...page }: SourcesQuery): ListPage<ReleaseSource> {
      const sql = pageSql({
        pk: 'f.pk',
        from: 'FROM release_sources f',
        order: { keys: [sortKeys[sort.field], 'f.pk'], direction: sort.direction, nullsLast: true },
        record,
        joins: 'CROSS JOIN release_sources f ON f.pk = page.pk',
      });
      return {
        data: jsonText<ReleaseSource[]>(value<string>(sql, limits(page))),
        total: value<number>('SELECT count(*) FROM release_sources', {}),
      };
    },
    all: (): ReleaseSource[] => all.all().map((json) => JSON.parse(json) as ReleaseSource),
    get(id: string): ReleaseSource | undefined {
      const json = byId.get(id);
      return json === undefined ? undefined : (JSON.parse(json) as ReleaseSource);
    },
    /** The source whose release ids have this prefix. */
    idOfTag: (tag: string): string | undefined => byTag.get(tag),
    lastModified: (id: string): string | null => lastModified.get(id) ?? null,
    insert(fields: SourceFields): string {
      const id = newId();
      insert.run({ ...columns(fields), id, now: isoNow() });
      return id;
    },
    update: (id: string, fields: SourceFields) =>
      void update.run({ ...columns(fields), id, now: isoNow() }),
    polled: (id: string, versions: PollResult) =>
      void polled.run({ ...versions, id, now: isoNow() }),
    failed: (id: string, error: string) => void failed.run({ id, error, now: isoNow() }),
    /** Returns whether the source existed; its releases are deleted with it. */
    remove: (id: string): boolean => remove.run(id).changes > 0,
  };
};

const columns = ({
  display_name,
  source_tag,
  url,
  enabled,
  cron_schedule,
  language,
}: SourceFields) => ({
  display_name,
  source_tag,
  url,
  enabled: Number(enabled),
  cron_schedule,
  language,
});
