import { jsonBoolean } from '../../database/json.ts';
import { isDisplaced, pathOnDisk } from '../../database/shown-path.ts';
import type { ImportKind } from '../../../shared/api/import-record.ts';

/** How the records of a kind are read in batches. */
export interface RecordQuery {
  /** SQL of the record as JSON, without its kind. */
  record: string;
  from: string;
  /** Columns that order the rows and are unique together. */
  keys: readonly string[];
  /**
   * Condition for the rows of the user `:user_pk`; null for records that only a household export contains.
   */
  own: string | null;
}

/** Books to which the user `:user_pk` has added data. */
const ownBooks = [
  'progress',
  'reading_places',
  'reading_history',
  'annotations',
  'ratings',
  'wanted',
]
  .map((table) => `SELECT book_pk FROM ${table} WHERE user_pk = :user_pk AND book_pk IS NOT NULL`)
  .join(' UNION ');
const ownSeries = `SELECT series_pk FROM books WHERE pk IN (${ownBooks})
  UNION SELECT series_pk FROM ratings WHERE user_pk = :user_pk AND series_pk IS NOT NULL
  UNION SELECT series_pk FROM wanted WHERE user_pk = :user_pk AND series_pk IS NOT NULL
  UNION SELECT series_pk FROM followed_series WHERE user_pk = :user_pk
  UNION SELECT pk FROM series WHERE id IN (SELECT series_id FROM former_reading WHERE user_pk = :user_pk)`;
const ownLibraries = `SELECT library_pk FROM series WHERE pk IN (${ownSeries})`;

const librarySettings = `json_object(
  'scanning_config', json_object('enabled', ${jsonBoolean('l.enabled')}, 'cron_schedule', l.cron_schedule,
    'default_mode', l.default_mode, 'scan_on_start', ${jsonBoolean('l.scan_on_start')}),
  'series_strategy', l.series_strategy, 'reading_direction', l.reading_direction,
  'excluded_patterns', json(l.excluded_patterns), 'scan_rules', json(l.scan_rules),
  'watch', ${jsonBoolean('l.watch')}, 'write_metadata', ${jsonBoolean('l.write_metadata')},
  'check_files', ${jsonBoolean('l.check_files')}, 'convert_files', ${jsonBoolean('l.convert_files')},
  'conversion_rule', json(l.conversion_rule),
  'file_name_pattern', l.file_name_pattern)`;

const labelsOf = (allowed: 0 | 1) => `json((SELECT json_group_array(label ORDER BY label)
  FROM restricted_labels WHERE user_pk = c.user_pk AND allowed = ${allowed}))`;
const restrictions = `json((SELECT json_object(
    'libraries', json(iif(c.all_libraries, NULL, (SELECT json_group_array(l.id ORDER BY l.pk)
      FROM allowed_libraries a JOIN libraries l ON l.pk = a.library_pk WHERE a.user_pk = c.user_pk))),
    'max_age', c.max_age, 'shows_unrated', ${jsonBoolean('c.shows_unrated')},
    'allowed_labels', ${labelsOf(1)}, 'denied_labels', ${labelsOf(0)})
  FROM content_restrictions c WHERE c.user_pk = u.pk))`;

/** The folders of the machine are for those who manage libraries; for others, as in the API, paths are relative. */
const folder = `iif(:shows_folders, l.path, l.name)`;
const below = (path: string) =>
  `iif(${path} = '', ${folder}, iif(:shows_folders, ${pathOnDisk('l.path', path)}, ${path}))`;
/** Decisions of the household. */
const mergedFolders = `iif(:user_pk IS NULL, (SELECT json_group_array(${below('f.path')} ORDER BY f.path)
  FROM series_folders f WHERE f.series_pk = s.pk), '[]')`;
const tracking = `json(iif(:user_pk IS NULL, (SELECT json_object('tracked', ${jsonBoolean('r.tracked')},
  'aliases', json(r.aliases), 'languages', json(r.languages)) FROM series_tracking r
  WHERE r.series_pk = s.pk), NULL))`;
const device = `iif(t.device_id = '' AND t.device_name = '', NULL,
  json_object('id', t.device_id, 'name', t.device_name))`;

const ofPerson = (table: string) => `${table} t JOIN users u ON u.pk = t.user_pk`;
const ofBook = (table: string) => `${ofPerson(table)} JOIN books b ON b.pk = t.book_pk`;
const ofSubject = (table: string) =>
  `${ofPerson(table)} LEFT JOIN books b ON b.pk = t.book_pk LEFT JOIN series s ON s.pk = t.series_pk`;
const isOwn = 't.user_pk = :user_pk';
const subject = "'person', u.id, 'series', s.id, 'book', b.id";

const listOf = (list: 'collection' | 'read_list', member: 'series' | 'book', extra: string) => `
  json_object('id', t.id, 'name', t.name, 'is_ordered', ${jsonBoolean('t.ordered')},
    'created_at', t.created_at, 'updated_at', t.updated_at, 'summary', t.summary,
    'image', t.id || '-' || (t.cover_choice ->> 'upload'),
    'cover_member', t.cover_choice ->> 'member_id', ${extra}
    '${member === 'book' ? 'books' : 'series'}', json((SELECT json_group_array(m.id ORDER BY e.position)
      FROM ${list}_${member === 'book' ? 'books' : 'series'} e
      JOIN ${member === 'book' ? 'books' : 'series'} m ON m.pk = e.${member}_pk
      WHERE e.${list}_pk = t.pk)))`;

/** Queries of all kinds that are read by SQL alone, that is, all except edits. */
export const recordQueries: ReadonlyMap<ImportKind, RecordQuery> = new Map([
  [
    'library',
    {
      record: `json_object('id', l.id, 'name', l.name, 'folders', json_array(${folder}),
        'settings', ${librarySettings})`,
      from: 'libraries l',
      keys: ['l.pk'],
      own: `l.pk IN (${ownLibraries})`,
    },
  ],
  [
    'person',
    {
      record: `json_object('id', u.id, 'username', u.username, 'email', u.email, 'role', u.role,
        'can_download', ${jsonBoolean('u.can_download')}, 'permissions', json(u.permissions),
        'is_active', ${jsonBoolean('u.is_active')}, 'apps_can_change', ${jsonBoolean('u.apps_can_change')},
        'created_at', u.created_at, 'restrictions', ${restrictions})`,
      from: 'users u',
      keys: ['u.pk'],
      own: 'u.pk = :user_pk',
    },
  ],
  [
    'series',
    {
      record: `json_object('id', s.id, 'library', l.id, 'name', s.name, 'folder', iif(s.path LIKE '/%', NULL, ${below('s.path')}),
        'folders', json(${mergedFolders}), 'added_at', s.date_added, 'updated_at', s.date_updated, 'tracking', ${tracking})`,
      from: 'series s JOIN libraries l ON l.pk = s.library_pk',
      keys: ['s.pk'],
      own: `s.pk IN (${ownSeries})`,
    },
  ],
  [
    'book',
    {
      record: `json_object('id', b.id, 'library', l.id, 'series', s.id, 'title', b.title,
        'path', iif(${isDisplaced('b')}, NULL, ${below('b.path')}), 'size', b.file_size, 'pages', nullif(b.page_count, 0),
        'number', b.number, 'hashes', json_object('xxh128', NULL, 'sha256', b.file_hash,
          'koreader', b.document_hash, 'sha1_head', NULL),
        'is_placed', ${jsonBoolean('EXISTS (SELECT 1 FROM book_placements p WHERE p.book_pk = b.pk AND p.series_pk = b.series_pk)')},
        'added_at', b.created_at)`,
      from: 'books b JOIN series s ON s.pk = b.series_pk JOIN libraries l ON l.pk = b.library_pk',
      keys: ['b.pk'],
      own: `b.pk IN (${ownBooks})`,
    },
  ],
  [
    'volume',
    {
      record: `json_object('id', t.id, 'series', s.id, 'number', t.number, 'title', t.title,
        'cover_book', (SELECT c.id FROM books c WHERE c.pk = t.cover_book_pk),
        'is_manual', ${jsonBoolean('t.is_manual')}, 'is_dissolved', ${jsonBoolean('t.is_dissolved')})`,
      from: `volumes t JOIN series s ON s.pk = t.series_pk AND (t.title IS NOT NULL
        OR t.cover_book_pk IS NOT NULL OR t.is_manual OR t.is_dissolved)`,
      keys: ['t.pk'],
      own: null,
    },
  ],
  [
    'cover',
    {
      record: `json_object('id', t.id, 'series', iif(t.is_book, NULL, t.id),
        'book', iif(t.is_book, t.id, NULL), 'image', t.id || '-' || (t.choice ->> 'upload'),
        'page', t.choice ->> 'page', 'cover_book', t.choice ->> 'book_id')`,
      from: `(SELECT 0 AS is_book, pk, id, cover_choice AS choice FROM series
          WHERE cover_choice IS NOT NULL
        UNION ALL SELECT 1, pk, id, cover_choice FROM books WHERE cover_choice IS NOT NULL) t`,
      keys: ['t.is_book', 't.pk'],
      own: null,
    },
  ],
  [
    'progress',
    {
      record: `json_object('id', u.id || ':' || b.id, 'person', u.id, 'book', b.id,
        'page', t.current_page, 'pages', b.page_count, 'share', NULL, 'locator', t.location,
        'is_completed', ${jsonBoolean('t.is_completed')}, 'started_at', t.started_at,
        'read_at', t.updated_at, 'completed_at', t.completed_at, 'device', ${device})`,
      from: ofBook('progress'),
      keys: ['t.user_pk', 't.book_pk'],
      own: isOwn,
    },
  ],
  [
    'place',
    {
      record: `json_object('id', t.id, 'person', u.id, 'book', b.id, 'page', t.current_page,
        'pages', b.page_count, 'locator', t.location, 'is_completed', ${jsonBoolean('t.is_completed')},
        'began_at', t.began_at, 'read_at', t.read_at, 'device', ${device})`,
      from: ofBook('reading_places'),
      keys: ['t.pk'],
      own: isOwn,
    },
  ],
  [
    'reading',
    {
      record: `json_object('id', u.id || ':' || t.quarter || ':' || b.id, 'person', u.id, 'book', b.id,
        'started_at', NULL, 'ended_at', strftime('%Y-%m-%dT%H:%M:%SZ', t.quarter, 'unixepoch'),
        'pages', t.pages, 'seconds', t.seconds, 'is_completed', ${jsonBoolean('t.completed')},
        'started', t.started, 'untimed', t.untimed)`,
      from: ofBook('reading_history'),
      keys: ['t.user_pk', 't.quarter', 't.book_pk'],
      own: isOwn,
    },
  ],
  [
    'former_reading',
    {
      record: `json_object('id', u.id || ':' || t.quarter || ':' || t.book_id, 'person', u.id,
        'book_id', t.book_id, 'series', t.series_id, 'format', t.format,
        'ended_at', strftime('%Y-%m-%dT%H:%M:%SZ', t.quarter, 'unixepoch'), 'pages', t.pages,
        'seconds', t.seconds, 'is_completed', ${jsonBoolean('t.completed')}, 'started', t.started,
        'untimed', t.untimed)`,
      from: ofPerson('former_reading'),
      keys: ['t.user_pk', 't.quarter', 't.book_id'],
      own: isOwn,
    },
  ],
  [
    'annotation',
    {
      record: `json_object('id', t.id, 'person', u.id, 'book', b.id, 'type', t.kind, 'page', t.page,
        'pages', b.page_count, 'share', NULL, 'locator', t.location, 'text', t.text, 'note', t.note,
        'color', t.color, 'is_shared', ${jsonBoolean('t.is_shared')}, 'created_at', t.created_at,
        'updated_at', t.updated_at)`,
      from: ofBook('annotations'),
      keys: ['t.pk'],
      own: isOwn,
    },
  ],
  [
    'rating',
    {
      record: `json_object('id', u.id || ':' || coalesce(b.id, s.id), ${subject}, 'rating', t.rating,
        'review', t.review, 'is_shared', ${jsonBoolean('t.is_shared')}, 'rated_at', t.rated_at)`,
      from: ofSubject('ratings'),
      keys: ['t.pk'],
      own: isOwn,
    },
  ],
  [
    'wanted',
    {
      record: `json_object('id', u.id || ':' || coalesce(b.id, s.id), ${subject},
        'added_at', t.added_at, 'position', t.position)`,
      from: ofSubject('wanted'),
      keys: ['t.user_pk', 't.position', 't.pk'],
      own: isOwn,
    },
  ],
  [
    'collection',
    {
      record: listOf('collection', 'series', "'condition', json(t.condition),"),
      from: 'collections t',
      keys: ['t.pk'],
      own: null,
    },
  ],
  [
    'read_list',
    { record: listOf('read_list', 'book', ''), from: 'read_lists t', keys: ['t.pk'], own: null },
  ],
  [
    'smart_list',
    {
      record: `json_object('id', t.id, 'person', u.id, 'name', t.name, 'target', t.target,
        'condition', json(t.condition), 'full_text_search', t.full_text_search,
        'sort', json_object('field', t.sort_field, 'direction', t.sort_direction),
        'is_shared', ${jsonBoolean('t.shared')}, 'created_at', t.created_at, 'updated_at', t.updated_at)`,
      from: ofPerson('smart_lists'),
      keys: ['t.pk'],
      own: isOwn,
    },
  ],
  [
    'goal',
    {
      record: `json_object('id', u.id || ':' || t.year || ':' || t.kind, 'person', u.id,
        'year', t.year, 'goal', t.kind, 'target', t.target)`,
      from: ofPerson('reading_goals'),
      keys: ['t.user_pk', 't.year', 't.kind'],
      own: isOwn,
    },
  ],
  [
    'followed',
    {
      record: `json_object('id', u.id || ':' || s.id, 'person', u.id, 'series', s.id,
        'followed_at', t.followed_at)`,
      from: `${ofPerson('followed_series')} JOIN series s ON s.pk = t.series_pk`,
      keys: ['t.user_pk', 't.series_pk'],
      own: isOwn,
    },
  ],
  [
    'preference',
    {
      record: `json_object('id', u.id || ':' || t.key, 'person', u.id, 'key', t.key,
        'value', json(t.value), 'updated_at', t.updated_at)`,
      from: ofPerson('preferences'),
      keys: ['t.user_pk', 't.key'],
      own: isOwn,
    },
  ],
]);
