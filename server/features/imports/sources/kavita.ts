import {
  newerVersion,
  type ForeignDatabase,
} from '../../../lib/foreign-database/foreign-database.ts';
import type { ImportRecord } from '../model.ts';
import { pathBelow } from '../folder-mapping.ts';
import { kavitaCovers } from './kavita-covers.ts';
import { kavitaEdits } from './kavita-edits.ts';
import { kavitaReading } from './kavita-reading.ts';
import { ageOf, kavitaSchema, type KavitaFiles } from './kavita-schema.ts';
import type { DatabaseSource } from './source.ts';
import { countOf, flagOf, foreignText, idOf, instantOf, numberOf } from './values.ts';
import { noHashes } from './records.ts';

type Row = Record<string, unknown>;

/**
 * The newest known migration. Migrations are named by date, and later ones may change the meaning of data.
 */
const newestKavitaMigration = '20261124';

/**
 * Reads `kavita.db` of the `config` folder of Kavita, from Kavita 0.7 on, according to the published schema.
 */
export const kavitaSource: DatabaseSource = {
  program: 'Kavita',
  fileNames: ['kavita.db', 'config/kavita.db'],
  schema: kavitaSchema,
  async *records(database, context) {
    await refuseNewer(database);
    const folders = await libraryFolders(database);
    yield libraryRecords(await database.all<Row>('SELECT Id, Name FROM Library'), folders);
    yield* people(database, folders);
    yield* series(database, folders);
    const files = await filesOf(database);
    yield* books(database, folders);
    yield* kavitaEdits(database, files);
    yield* kavitaCovers(database, files, context);
    yield* kavitaReading(database, files);
    yield* lists(database, files);
  },
};

const refuseNewer = async (database: ForeignDatabase): Promise<void> => {
  const rows = await database.all<Row>('SELECT max(MigrationId) AS id FROM __EFMigrationsHistory');
  if ((foreignText(rows[0]?.['id']) ?? '').slice(0, 8) <= newestKavitaMigration) return;
  throw newerVersion('Kavita');
};

/** A folder of a library. Each folder becomes a library in Octavo. */
interface Folder {
  id: string;
  library: string;
  path: string;
}
type Folders = readonly Folder[];

const libraryFolders = async (database: ForeignDatabase): Promise<Folders> => {
  const rows = await database.all<Row>(
    'SELECT LibraryId, Path FROM FolderPath ORDER BY LibraryId, rowid',
  );
  const count = new Map<string, number>();
  return rows.flatMap((row) => {
    const library = idOf(row['LibraryId']);
    const path = foreignText(row['Path'], 4096);
    if (path === null) return [];
    const number = (count.get(library) ?? 0) + 1;
    count.set(library, number);
    return [{ id: number === 1 ? library : `${library}/${number}`, library, path }];
  });
};

const libraryRecords = (rows: readonly Row[], folders: Folders): ImportRecord[] => {
  const names = new Map(rows.map((row) => [idOf(row['Id']), foreignText(row['Name'], 200) ?? '?']));
  return folders.map(({ id, library, path }) => {
    const name = names.get(library) ?? '?';
    const label = id === library ? name : `${name} (${path.split(/[/\\]/).at(-1)?.slice(0, 50)})`;
    return { kind: 'library', id, name: label, folders: [path] };
  });
};

/** The id of the library folder that contains a path; falls back to the id of the library. */
const folderOf = (folders: Folders, library: string, path: string | null): string => {
  const own = folders.filter((folder) => folder.library === library);
  return (
    own.find((folder) => path !== null && pathBelow(path, folder.path) !== null)?.id ?? library
  );
};

async function* people(
  database: ForeignDatabase,
  folders: Folders,
): AsyncGenerator<ImportRecord[]> {
  const rolesOf = Map.groupBy(
    await database.all<Row>(
      'SELECT u.UserId, r.Name FROM AspNetUserRoles u JOIN AspNetRoles r ON r.Id = u.RoleId',
    ),
    (row) => idOf(row['UserId']),
  );
  const librariesOf = Map.groupBy(
    await database.all<Row>('SELECT AppUsersId, LibrariesId FROM AppUserLibrary'),
    (row) => idOf(row['AppUsersId']),
  );
  const all = new Set(folders.map(({ library }) => library));
  const restriction = database.has('AspNetUsers', 'AgeRestriction')
    ? 'AgeRestriction, AgeRestrictionIncludeUnknowns'
    : '-1 AS AgeRestriction, 1 AS AgeRestrictionIncludeUnknowns';
  const rows = await database.all<Row>(
    `SELECT Id, UserName, Email, ${restriction} FROM AspNetUsers ORDER BY Id`,
  );
  yield rows.map((row) => {
    const id = idOf(row['Id']);
    const roles = (rolesOf.get(id) ?? []).map(({ Name }) => Name);
    const isAdmin = roles.includes('Admin');
    const seen = new Set((librariesOf.get(id) ?? []).map(({ LibrariesId }) => idOf(LibrariesId)));
    const age = numberOf(row['AgeRestriction']);
    const max_age = age === null || age < 0 ? null : (ageOf(age) ?? 0);
    const email = foreignText(row['Email'], 255);
    return {
      kind: 'person',
      ...{ id, username: foreignText(row['UserName'], 100) ?? id },
      email: email?.includes('@') === true ? email : null,
      role: isAdmin ? 'admin' : 'reader',
      can_download: isAdmin || roles.includes('Download'),
      restrictions: isAdmin
        ? null
        : {
            libraries: [...all].every((library) => seen.has(library))
              ? null
              : folders.filter(({ library }) => seen.has(library)).map((folder) => folder.id),
            max_age,
            shows_unrated: max_age === null || flagOf(row['AgeRestrictionIncludeUnknowns']),
            ...{ allowed_labels: [], denied_labels: [] },
          },
    };
  });
}

async function* series(
  database: ForeignDatabase,
  folders: Folders,
): AsyncGenerator<ImportRecord[]> {
  const folder = database.has('Series', 'FolderPath') ? 'FolderPath' : 'NULL AS FolderPath';
  const rows = database.batches<Row>(`SELECT Id, LibraryId, Name, ${folder} FROM Series`);
  for await (const batch of rows) {
    yield batch.map((row) => {
      const path = foreignText(row['FolderPath'], 4096);
      return {
        kind: 'series',
        id: idOf(row['Id']),
        library: folderOf(folders, idOf(row['LibraryId']), path),
        name: foreignText(row['Name']) ?? '?',
        folder: path,
      };
    });
  }
}

/** Number of the format EPUB. */
const epub = 3;

const filesOf = async (database: ForeignDatabase): Promise<KavitaFiles> => {
  const files = new Map<string, { id: string; pages: number; before: number; isText: boolean }[]>();
  const rows = database.batches<Row>(
    'SELECT Id, ChapterId, Pages, Format FROM MangaFile ORDER BY ChapterId, FilePath',
  );
  for await (const batch of rows) {
    for (const row of batch) {
      const chapter = idOf(row['ChapterId']);
      const known = files.get(chapter) ?? [];
      const last = known.at(-1);
      known.push({
        id: idOf(row['Id']),
        pages: countOf(row['Pages']) ?? 0,
        before: last ? last.before + last.pages : 0,
        isText: row['Format'] === epub,
      });
      files.set(chapter, known);
    }
  }
  return files;
};

/** Whether it is a real number. Kavita uses ±100,000 for books without a number, such as specials. */
const isNumber = (number: number | null): boolean => number !== null && Math.abs(number) < 100_000;

async function* books(database: ForeignDatabase, folders: Folders): AsyncGenerator<ImportRecord[]> {
  const number = database.has('Chapter', 'MinNumber') ? 'c.MinNumber' : 'c.Range';
  const hash = database.has('MangaFile', 'KoreaderHash') ? 'f.KoreaderHash' : 'NULL';
  const rows = database.batches<Row>(
    `SELECT f.Id, f.FilePath, f.Pages, f.Bytes, f.Format, ${hash} AS hash, c.TitleName, c.IsSpecial,
       ${number} AS number, v.SeriesId, s.LibraryId
     FROM MangaFile f JOIN Chapter c ON c.Id = f.ChapterId JOIN Volume v ON v.Id = c.VolumeId
     JOIN Series s ON s.Id = v.SeriesId`,
  );
  for await (const batch of rows) {
    yield batch.map((row) => {
      const path = foreignText(row['FilePath'], 4096);
      const given = numberOf(row['number']);
      return {
        kind: 'book',
        id: idOf(row['Id']),
        library: folderOf(folders, idOf(row['LibraryId']), path),
        series: idOf(row['SeriesId']),
        title: foreignText(row['TitleName']) ?? path?.split(/[/\\]/).at(-1)?.slice(0, 500) ?? '?',
        path,
        size: countOf(row['Bytes']) || null,
        // For texts, Kavita counts documents instead of pages.
        pages: row['Format'] === epub ? null : countOf(row['Pages']),
        number: isNumber(given) && !flagOf(row['IsSpecial']) ? given : null,
        hashes: { ...noHashes, koreader: foreignText(row['hash'], 64)?.toLowerCase() ?? null },
      };
    });
  }
}

async function* lists(
  database: ForeignDatabase,
  files: KavitaFiles,
): AsyncGenerator<ImportRecord[]> {
  const collections = await collectionRows(database);
  yield [...Map.groupBy(collections, (row) => idOf(row['id']))].map(([id, rows]) => ({
    kind: 'collection',
    ...{ id, name: foreignText(rows[0]?.['title'], 255) ?? '?', is_ordered: false },
    created_at: instantOf(rows[0]?.['created']),
    series: rows.map((row) => idOf(row['series'])),
  }));
  const items = await database.all<Row>(
    `SELECT l.Id AS id, l.Title AS title, l.Summary AS summary, l.Created AS created, i.ChapterId
     FROM ReadingList l JOIN ReadingListItem i ON i.ReadingListId = l.Id ORDER BY l.Id, i."Order"`,
  );
  yield [...Map.groupBy(items, (row) => idOf(row['id']))].map(([id, rows]) => ({
    kind: 'read_list',
    ...{ id, name: foreignText(rows[0]?.['title'], 255) ?? '?', is_ordered: true },
    created_at: instantOf(rows[0]?.['created']),
    summary: foreignText(rows[0]?.['summary'], 10_000),
    books: rows.flatMap((row) => (files.get(idOf(row['ChapterId'])) ?? []).map((file) => file.id)),
  }));
}

/** Collections belong to users since Kavita 0.8. */
const collectionRows = async (database: ForeignDatabase): Promise<Row[]> => {
  if (database.has('AppUserCollection') && database.has('AppUserCollectionSeries')) {
    return database.all<Row>(
      `SELECT c.Id AS id, c.Title AS title, c.CreatedUtc AS created, i.ItemsId AS series
       FROM AppUserCollection c JOIN AppUserCollectionSeries i ON i.CollectionsId = c.Id
       ORDER BY c.Id, i.ItemsId`,
    );
  }
  if (!database.has('CollectionTag') || !database.has('CollectionTagSeriesMetadata')) return [];
  return database.all<Row>(
    `SELECT c.Id AS id, c.Title AS title, NULL AS created, m.SeriesId AS series
     FROM CollectionTag c JOIN CollectionTagSeriesMetadata i ON i.CollectionTagsId = c.Id
     JOIN SeriesMetadata m ON m.Id = i.SeriesMetadatasId ORDER BY c.Id, m.SeriesId`,
  );
};
