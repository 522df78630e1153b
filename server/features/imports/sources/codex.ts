import { clamp } from '../../../../shared/clamp.ts';
import {
  newerVersion,
  type ForeignDatabase,
} from '../../../lib/foreign-database/foreign-database.ts';
import type { ImportRecord } from '../model.ts';
import { codexCovers } from './codex-covers.ts';
import { codexEdits } from './codex-edits.ts';
import { codexSchema, newestCodexMigration } from './codex-schema.ts';
import { listRecords } from './lists.ts';
import type { DatabaseSource } from './source.ts';
import { countOf, flagOf, foreignText, idOf, instantOf, jsonOf, numberOf } from './values.ts';
import { noHashes } from './records.ts';

type Row = Record<string, unknown>;

/** Reads `codex.db` of the data folder of Codex, from Codex 2.0 on. */
export const codexSource: DatabaseSource = {
  program: 'Codex',
  fileNames: ['codex.db'],
  schema: codexSchema,
  async *records(database, context) {
    await refuseNewer(database);
    yield* libraries(database);
    yield* people(database);
    yield* series(database);
    yield* books(database);
    yield* codexEdits(database);
    yield* codexCovers(database, context);
    yield* progress(database);
    yield* readings(database);
    yield* opinions(database);
    yield* listRecords(database, listQueries);
  },
};

const refuseNewer = async (database: ForeignDatabase): Promise<void> => {
  const rows = await database.all<Row>('SELECT version FROM seaql_migrations');
  if (!rows.some(({ version }) => (foreignText(version) ?? '') > newestCodexMigration)) return;
  throw newerVersion('Codex');
};

async function* libraries(database: ForeignDatabase): AsyncGenerator<ImportRecord[]> {
  const rows = await database.all<Row>('SELECT id, name, path FROM libraries ORDER BY name');
  yield rows.map((row) => ({
    kind: 'library',
    id: idOf(row['id']),
    name: foreignText(row['name'], 255) ?? '?',
    folders: [foreignText(row['path'], 4096) ?? '/'],
  }));
}

async function* people(database: ForeignDatabase): AsyncGenerator<ImportRecord[]> {
  const tagsOf = Map.groupBy(
    await database.all<Row>(
      `SELECT u.user_id, t.name, u.access_mode FROM user_sharing_tags u
       JOIN sharing_tags t ON t.id = u.sharing_tag_id`,
    ),
    (row) => idOf(row['user_id']),
  );
  // Deactivated users are not imported.
  const rows = await database.all<Row>(
    'SELECT id, username, email, role FROM users WHERE is_active ORDER BY created_at',
  );
  yield rows.map((row) => {
    const id = idOf(row['id']);
    const role = row['role'] === 'admin' || row['role'] === 'maintainer' ? row['role'] : 'reader';
    const tags = tagsOf.get(id) ?? [];
    const named = (mode: string) =>
      tags
        .filter(({ access_mode }) => access_mode === mode)
        .flatMap(({ name }) => foreignText(name, 255) ?? []);
    return {
      kind: 'person',
      id,
      username: foreignText(row['username'], 100) ?? id,
      email: foreignText(row['email'], 255),
      role,
      can_download: true,
      restrictions:
        role === 'admin' || tags.length === 0
          ? null
          : {
              ...{ libraries: null, max_age: null, shows_unrated: true },
              allowed_labels: named('allow'),
              denied_labels: named('deny'),
            },
    };
  });
}

async function* series(database: ForeignDatabase): AsyncGenerator<ImportRecord[]> {
  const rows = database.batches<Row>(
    `SELECT s.id, s.library_id, s.name, s.path, l.path AS root, m.title FROM series s
     JOIN libraries l ON l.id = s.library_id LEFT JOIN series_metadata m ON m.series_id = s.id`,
  );
  for await (const batch of rows) {
    yield batch.map((row) => {
      const path = foreignText(row['path'], 3000);
      return {
        kind: 'series',
        id: idOf(row['id']),
        library: idOf(row['library_id']),
        name: foreignText(row['title']) ?? foreignText(row['name']) ?? '?',
        folder: [foreignText(row['root'], 1000) ?? '', ...(path === null ? [] : [path])].join('/'),
      };
    });
  }
}

async function* books(database: ForeignDatabase): AsyncGenerator<ImportRecord[]> {
  const rows = database.batches<Row>(
    `SELECT b.id, b.library_id, b.series_id, b.path, b.file_name, b.file_size, b.file_hash,
       b.koreader_hash, b.format, b.page_count, m.title, m.number
     FROM books b LEFT JOIN book_metadata m ON m.book_id = b.id`,
  );
  for await (const batch of rows) {
    yield batch.map((row) => ({
      kind: 'book',
      id: idOf(row['id']),
      library: idOf(row['library_id']),
      series: idOf(row['series_id']),
      title: foreignText(row['title']) ?? foreignText(row['file_name']) ?? '?',
      path: foreignText(row['path'], 4096),
      size: countOf(row['file_size']),
      pages: row['format'] === 'epub' ? null : countOf(row['page_count']),
      number: numberOf(row['number']),
      hashes: {
        ...noHashes,
        sha256: foreignText(row['file_hash'], 64),
        koreader: foreignText(row['koreader_hash'], 64),
      },
    }));
  }
}

interface Progression {
  locator?: { locations?: { totalProgression?: unknown } };
  device?: { id?: unknown; name?: unknown };
}

async function* progress(database: ForeignDatabase): AsyncGenerator<ImportRecord[]> {
  const rows = database.batches<Row>(
    `SELECT p.user_id, p.book_id, p.current_page, p.progress_percentage, p.completed, p.started_at,
       p.updated_at, p.completed_at, p.r2_progression, b.page_count
     FROM read_progress p JOIN books b ON b.id = p.book_id`,
  );
  for await (const batch of rows) {
    yield batch.flatMap((row): ImportRecord[] => {
      const [person, book] = [idOf(row['user_id']), idOf(row['book_id'])];
      const read_at = instantOf(row['updated_at']);
      if (read_at === null) return [];
      const { locator, device } = (jsonOf(row['r2_progression']) ?? {}) as Progression;
      const text = locator === undefined ? null : JSON.stringify(locator);
      const share = locator?.locations?.totalProgression ?? row['progress_percentage'];
      const is_completed = flagOf(row['completed']);
      return [
        {
          kind: 'progress',
          id: `${person}/${book}`,
          ...{ person, book, is_completed, read_at },
          page: countOf(row['current_page']),
          pages: countOf(row['page_count']),
          share: typeof share === 'number' && share >= 0 && share <= 1 ? share : null,
          locator: text !== null && text.length <= 2048 ? text : null,
          started_at: instantOf(row['started_at']) ?? read_at,
          completed_at: is_completed ? (instantOf(row['completed_at']) ?? read_at) : null,
          device:
            device === undefined
              ? null
              : {
                  id: foreignText(device.id, 255) ?? '',
                  name: foreignText(device.name, 255) ?? '',
                },
        },
      ];
    });
  }
}

async function* readings(database: ForeignDatabase): AsyncGenerator<ImportRecord[]> {
  const sittings = database.batches<Row>(
    `SELECT id, user_id, book_id, client_started_at AS started_at, client_ended_at AS ended_at,
       pages_read, active_duration_ms, 0 AS completed FROM reading_sessions
     WHERE coalesce(pages_read, 0) > 0 OR coalesce(active_duration_ms, 0) > 0
     UNION ALL
     SELECT id, user_id, book_id, started_at, completed_at, 0, 0, 1 FROM read_completions`,
  );
  for await (const batch of sittings) {
    yield batch.flatMap((row): ImportRecord[] => {
      const ended_at = instantOf(row['ended_at']);
      if (ended_at === null) return [];
      return [
        {
          kind: 'reading',
          id: idOf(row['id']),
          person: idOf(row['user_id']),
          book: idOf(row['book_id']),
          started_at: instantOf(row['started_at']),
          ended_at,
          pages: countOf(row['pages_read']) ?? 0,
          seconds: Math.round((countOf(row['active_duration_ms']) ?? 0) / 1000),
          is_completed: flagOf(row['completed']),
        },
      ];
    });
  }
}

async function* opinions(database: ForeignDatabase): AsyncGenerator<ImportRecord[]> {
  const ratings = database.batches<Row>(
    'SELECT id, user_id, series_id, rating, notes, updated_at FROM user_series_ratings',
  );
  for await (const batch of ratings) {
    yield batch.flatMap((row): ImportRecord[] => {
      const rated_at = instantOf(row['updated_at']);
      const rating = numberOf(row['rating']);
      if (rated_at === null || rating === null) return [];
      return [
        {
          kind: 'rating',
          id: idOf(row['id']),
          person: idOf(row['user_id']),
          series: idOf(row['series_id']),
          book: null,
          // Converts a rating of up to 100 to half stars.
          rating: clamp(Math.round(rating / 10), 1, 10),
          review: foreignText(row['notes'], 5000),
          rated_at,
        },
      ];
    });
  }
  const wanted = database.batches<Row>(
    'SELECT id, user_id, series_id, book_id, added_at, position FROM want_to_read ORDER BY user_id, position',
  );
  for await (const batch of wanted) {
    yield batch.map((row) => ({
      kind: 'wanted',
      id: idOf(row['id']),
      person: idOf(row['user_id']),
      series: row['series_id'] === null ? null : idOf(row['series_id']),
      book: row['series_id'] === null ? idOf(row['book_id']) : null,
      added_at: instantOf(row['added_at']) ?? new Date(0).toISOString(),
      position: countOf(row['position']) ?? 0,
    }));
  }
}

const listQueries = {
  collections: 'SELECT id, name, ordered, created_at AS created FROM collections ORDER BY name',
  seriesOfCollections:
    'SELECT collection_id AS list, series_id AS member FROM collection_series ORDER BY position',
  readLists:
    'SELECT id, name, ordered, summary, created_at AS created FROM read_lists ORDER BY name',
  booksOfReadLists:
    'SELECT read_list_id AS list, book_id AS member FROM read_list_books ORDER BY position',
};
