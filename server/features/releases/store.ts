import type { Release, ReleaseState } from '../../../shared/api/release-record.ts';
import type { SeriesTracking } from '../../../shared/api/releases.ts';
import type { PageRequest } from '../../../shared/schemas.ts';
import type { Database } from '../../database/types.ts';
import { newId, isoNow } from '../../database/ids.ts';
import { jsonText, type ListPage, jsonBoolean } from '../../database/json.ts';
import { limits, pageSql, preparedValues } from '../../database/page-sql.ts';
import type { Coverage, OwnedBook } from './acquired.ts';
import type { TrackedSeries } from './types.ts';

export type ReleaseSort = 'observedAt' | 'createdAt' | 'releasedAt' | 'confidence';

export interface ReleaseQuery extends PageRequest<ReleaseSort> {
  state?: ReleaseState | undefined;
  seriesId?: string | undefined;
  sourceId?: string | undefined;
  language?: string | undefined;
  libraryId?: string | undefined;
  /** Part of the name of the series. */
  seriesTitle?: string | undefined;
}

/** An entry without its id. */
export type NewRelease = Omit<Release, 'id' | 'seriesTitle' | 'createdAt'>;

export type ReleasesStore = ReturnType<typeof createReleasesStore>;

const record = `json_object('id', r.id, 'seriesId', s.id, 'seriesTitle', s.name, 'sourceId', f.id,
  'externalReleaseId', r.externalReleaseId, 'payloadUrl', r.payloadUrl, 'state', r.state,
  'confidence', r.confidence, 'observedAt', r.observedAt, 'createdAt', r.createdAt,
  'releasedAt', r.releasedAt, 'chapters', json(r.chapters), 'volumes', json(r.volumes),
  'formatHints', json(r.formatHints), 'groupOrUploader', r.groupOrUploader,
  'infoHash', r.infoHash, 'language', r.language, 'mediaUrl', r.mediaUrl,
  'mediaUrlKind', r.mediaUrlKind, 'metadata', json(r.metadata))`;
const fromJoins = `CROSS JOIN series s ON s.pk = r.series_pk
  CROSS JOIN release_sources f ON f.pk = r.source_pk`;

const ofSeries = (test: string) => `r.series_pk IN (SELECT pk FROM series WHERE ${test})`;
const filters = ({
  state,
  seriesId,
  sourceId,
  language,
  libraryId,
  seriesTitle,
}: ReleaseQuery): string =>
  [
    'true',
    ...(state ? ['r.state = :state'] : []),
    ...(seriesId ? ['r.series_pk = (SELECT pk FROM series WHERE id = :seriesId)'] : []),
    ...(sourceId ? ['r.source_pk = (SELECT pk FROM release_sources WHERE id = :sourceId)'] : []),
    ...(language ? ['r.language = :language'] : []),
    ...(libraryId
      ? [ofSeries('library_pk = (SELECT pk FROM libraries WHERE id = :libraryId)')]
      : []),
    ...(seriesTitle ? [ofSeries('instr(search_fold(name), search_fold(:seriesTitle)) > 0')] : []),
  ].join(' AND ');

const latest = (spans: 'chapters' | 'volumes') =>
  `(SELECT max(json_extract(span.value, '$.end')) FROM releases r, json_each(r.${spans}) span
    WHERE r.series_pk = s.pk AND r.state <> 'hidden')`;

export const createReleasesStore = (database: Database) => {
  const value = preparedValues(database);
  const byId = database
    .prepare<[string], string>(`SELECT ${record} FROM releases r ${fromJoins} WHERE r.id = ?`)
    .pluck();
  const twin = database
    .prepare<{ sourceId: string; externalReleaseId: string }, string>(
      `SELECT r.id FROM releases r JOIN release_sources f ON f.pk = r.source_pk
       WHERE f.id = :sourceId AND r.externalReleaseId = :externalReleaseId`,
    )
    .pluck();
  const insert = database.prepare(
    `INSERT INTO releases (id, series_pk, source_pk, externalReleaseId, payloadUrl, state, confidence,
       observedAt, createdAt, releasedAt, chapters, volumes, formatHints, groupOrUploader, infoHash,
       language, mediaUrl, mediaUrlKind, metadata)
     VALUES (:id, (SELECT pk FROM series WHERE id = :seriesId),
       (SELECT pk FROM release_sources WHERE id = :sourceId), :externalReleaseId, :payloadUrl, :state,
       :confidence, :observedAt, :createdAt, :releasedAt, :chapters, :volumes, :formatHints,
       :groupOrUploader, :infoHash, :language, :mediaUrl, :mediaUrlKind, :metadata)`,
  );
  const setState = database.prepare('UPDATE releases SET state = :state WHERE id = :id');
  const remove = database.prepare<[string]>('DELETE FROM releases WHERE id = ?');
  const announced = database.prepare<
    [],
    { id: string; seriesId: string; chapters: string | null; volumes: string | null }
  >(
    `SELECT r.id, s.id AS seriesId, r.chapters, r.volumes
     FROM releases r JOIN series s ON s.pk = r.series_pk
     WHERE r.state = 'announced' AND (r.chapters IS NOT NULL OR r.volumes IS NOT NULL)`,
  );
  const books = database.prepare<[string], OwnedBook>(
    `SELECT volume, chapter, number FROM books
     WHERE series_pk = (SELECT pk FROM series WHERE id = ?) AND missing_since IS NULL`,
  );
  const libraryOfSeries = database
    .prepare<[string], string>(
      'SELECT l.id FROM series s JOIN libraries l ON l.pk = s.library_pk WHERE s.id = ?',
    )
    .pluck();
  const sourceTag = database
    .prepare<[string], string>('SELECT source_tag FROM release_sources WHERE id = ?')
    .pluck();
  const tracking = database
    .prepare<[string], string>(
      `SELECT json_object('series_id', s.id,
         'tracked', ${jsonBoolean('coalesce(t.tracked, 0)')},
         'aliases', json(coalesce(t.aliases, '[]')), 'languages', json(coalesce(t.languages, '[]')),
         'latest_chapter', ${latest('chapters')}, 'latest_volume', ${latest('volumes')})
       FROM series s LEFT JOIN series_tracking t ON t.series_pk = s.pk WHERE s.id = ?`,
    )
    .pluck();
  const track = database.prepare(
    `INSERT INTO series_tracking (series_pk, tracked, aliases, languages)
     SELECT pk, :tracked, :aliases, :languages FROM series WHERE id = :series_id
     ON CONFLICT (series_pk) DO UPDATE SET tracked = excluded.tracked, aliases = excluded.aliases,
       languages = excluded.languages`,
  );
  const tracked = database
    .prepare<[], string>(
      `SELECT json_object('seriesId', s.id, 'languages', json(coalesce(t.languages, '[]')), 'titles', json((
         SELECT json_group_array(title) FROM (
           SELECT s.name AS title
           UNION SELECT s.original_title WHERE s.original_title IS NOT NULL
           UNION SELECT json_extract(value, '$.title') FROM json_each(s.alternate_titles)
           UNION SELECT value FROM json_each(coalesce(t.aliases, '[]'))))))
       FROM (SELECT series_pk FROM series_tracking WHERE tracked = 1
             UNION SELECT series_pk FROM followed_series) wanted
       JOIN series s ON s.pk = wanted.series_pk
       LEFT JOIN series_tracking t ON t.series_pk = s.pk
       WHERE s.missing_since IS NULL`,
    )
    .pluck();

  return {
    list(query: ReleaseQuery): ListPage<Release> {
      const { state = null, seriesId = null, sourceId = null, language = null, sort } = query;
      const { libraryId = null, seriesTitle = null } = query;
      const parameters = {
        ...{ state, seriesId, sourceId, language, libraryId, seriesTitle },
        ...limits(query),
      };
      const from = `FROM releases r WHERE ${filters(query)}`;
      const sql = pageSql({
        pk: 'r.pk',
        from,
        order: { keys: [`r.${sort.field}`, 'r.pk'], direction: sort.direction, nullsLast: true },
        record,
        joins: `CROSS JOIN releases r ON r.pk = page.pk ${fromJoins}`,
      });
      return {
        data: jsonText<Release[]>(value<string>(sql, parameters)),
        total: value<number>(`SELECT count(*) ${from}`, parameters),
      };
    },
    get(id: string): Release | undefined {
      const json = byId.get(id);
      return json === undefined ? undefined : (JSON.parse(json) as Release);
    },
    /** The id of an existing entry from the same source, also of a hidden one. */
    idOf: ({
      sourceId,
      externalReleaseId,
    }: Pick<NewRelease, 'sourceId' | 'externalReleaseId'>): string | undefined =>
      database.readAs(null, () => twin.get({ sourceId, externalReleaseId })),
    insert(release: NewRelease): string {
      const id = newId();
      insert.run({
        ...release,
        id,
        createdAt: isoNow(),
        chapters: release.chapters && JSON.stringify(release.chapters),
        volumes: release.volumes && JSON.stringify(release.volumes),
        formatHints: JSON.stringify(release.formatHints),
        metadata: JSON.stringify(release.metadata),
      });
      return id;
    },
    setState: (id: string, state: ReleaseState) => void setState.run({ id, state }),
    remove: (id: string): void => void remove.run(id),
    /** Entries not acquired yet. */
    announced: (): (Coverage & { id: string; seriesId: string })[] =>
      announced.all().map(({ chapters, volumes, ...entry }) => ({
        ...entry,
        chapters: JSON.parse(chapters ?? 'null') as Coverage['chapters'],
        volumes: JSON.parse(volumes ?? 'null') as Coverage['volumes'],
      })),
    /** The coverage of a series' present books. */
    books: (seriesId: string): OwnedBook[] => books.all(seriesId),
    libraryOfSeries: (seriesId: string) => libraryOfSeries.get(seriesId),
    tagOfSource: (id: string): string | undefined => sourceTag.get(id),
    tracking(seriesId: string): SeriesTracking | undefined {
      const json = tracking.get(seriesId);
      return json === undefined ? undefined : (JSON.parse(json) as SeriesTracking);
    },
    track: ({ series_id, ...given }: SeriesTracking) =>
      void track.run({
        series_id,
        tracked: Number(given.tracked),
        aliases: JSON.stringify(given.aliases),
        languages: JSON.stringify(given.languages),
      }),
    tracked: (): TrackedSeries[] => tracked.all().map((json) => JSON.parse(json) as TrackedSeries),
    /** Atomic. */
    transaction: <Result>(work: () => Result): Result => database.transaction(work).immediate(),
  };
};
