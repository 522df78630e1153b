import {
  newerVersion,
  type ForeignDatabase,
} from '../../../lib/foreign-database/foreign-database.ts';
import type { ImportRecord } from '../model.ts';
import { komgaEdits } from './komga-edits.ts';
import { komgaSchema, newestKomgaMigration } from './komga-schema.ts';
import { komgaPerson } from './komga-person.ts';
import { listRecords } from './lists.ts';
import type { DatabaseSource, SourceContext } from './source.ts';
import {
  countOf,
  flagOf,
  idOf,
  instantOf,
  jsonOf,
  numberOf,
  pathOfUrl,
  foreignText,
} from './values.ts';

type Row = Record<string, unknown>;

/** Reads `database.sqlite` of the configuration folder of Komga, from Komga 1.0 (2023) on. */
export const komgaSource: DatabaseSource = {
  program: 'Komga',
  fileNames: ['database.sqlite'],
  schema: komgaSchema,
  async *records(database, context) {
    await refuseNewer(database);
    yield* libraries(database);
    yield* people(database);
    yield* series(database);
    yield* books(database);
    yield* komgaEdits(database);
    yield* covers(database, context);
    yield* progress(database);
    yield* listRecords(database, listQueries);
  },
};

const refuseNewer = async (database: ForeignDatabase): Promise<void> => {
  const rows = await database.all<Row>('SELECT version FROM flyway_schema_history');
  const newest = rows
    .map(({ version }) => foreignText(version) ?? '')
    .filter((v) => /^\d+$/.test(v));
  if (!newest.some((version) => version > newestKomgaMigration)) return;
  throw newerVersion('Komga');
};

async function* libraries(database: ForeignDatabase): AsyncGenerator<ImportRecord[]> {
  const rows = await database.all<Row>('SELECT ID, NAME, ROOT FROM LIBRARY ORDER BY NAME');
  yield rows.map((row) => ({
    kind: 'library',
    id: idOf(row['ID']),
    name: foreignText(row['NAME'], 255) ?? '?',
    folders: [pathOfUrl(row['ROOT']) ?? '/'],
  }));
}

async function* people(database: ForeignDatabase): AsyncGenerator<ImportRecord[]> {
  const rolesOf = Map.groupBy(
    await database.all<Row>('SELECT USER_ID, ROLE FROM USER_ROLE'),
    (row) => idOf(row['USER_ID']),
  );
  const sharedWith = Map.groupBy(
    await database.all<Row>('SELECT USER_ID, LIBRARY_ID FROM USER_LIBRARY_SHARING'),
    (row) => idOf(row['USER_ID']),
  );
  const labelsOf = Map.groupBy(
    await database.all<Row>('SELECT USER_ID, LABEL, ALLOW FROM USER_SHARING'),
    (row) => idOf(row['USER_ID']),
  );
  const rows = await database.all<Row>(
    `SELECT ID, EMAIL, SHARED_ALL_LIBRARIES, AGE_RESTRICTION, AGE_RESTRICTION_ALLOW_ONLY FROM "USER"
     ORDER BY CREATED_DATE`,
  );
  yield rows.map((row) => {
    const id = idOf(row['ID']);
    const email = foreignText(row['EMAIL'], 255);
    const roles = (rolesOf.get(id) ?? []).map(({ ROLE }) => ROLE);
    const labels = labelsOf.get(id) ?? [];
    const given = (allow: boolean) =>
      labels
        .filter((label) => flagOf(label['ALLOW']) === allow)
        .flatMap((label) => foreignText(label['LABEL'], 255) ?? []);
    return komgaPerson({
      ...{ id, email, roles },
      libraries: flagOf(row['SHARED_ALL_LIBRARIES'])
        ? null
        : (sharedWith.get(id) ?? []).map(({ LIBRARY_ID }) => idOf(LIBRARY_ID)),
      age: countOf(row['AGE_RESTRICTION']),
      onlyYounger: flagOf(row['AGE_RESTRICTION_ALLOW_ONLY']),
      ...{ allowed: given(true), denied: given(false) },
    });
  });
}

async function* series(database: ForeignDatabase): AsyncGenerator<ImportRecord[]> {
  const rows = database.batches<Row>(
    `SELECT s.ID, s.LIBRARY_ID, s.NAME, s.URL, m.TITLE FROM SERIES s
     LEFT JOIN SERIES_METADATA m ON m.SERIES_ID = s.ID`,
  );
  for await (const batch of rows) {
    yield batch.map((row) => ({
      kind: 'series',
      id: idOf(row['ID']),
      library: idOf(row['LIBRARY_ID']),
      name: foreignText(row['TITLE']) ?? foreignText(row['NAME']) ?? '?',
      folder: pathOfUrl(row['URL']),
    }));
  }
}

async function* books(database: ForeignDatabase): AsyncGenerator<ImportRecord[]> {
  const koreader = database.has('BOOK', 'FILE_HASH_KOREADER') ? 'b.FILE_HASH_KOREADER' : 'NULL';
  const rows = database.batches<Row>(
    `SELECT b.ID, b.LIBRARY_ID, b.SERIES_ID, b.NAME, b.URL, b.FILE_SIZE, b.FILE_HASH,
       ${koreader} AS KOREADER, d.MEDIA_TYPE, d.PAGE_COUNT, m.TITLE, m.NUMBER_SORT
     FROM BOOK b LEFT JOIN MEDIA d ON d.BOOK_ID = b.ID LEFT JOIN BOOK_METADATA m ON m.BOOK_ID = b.ID`,
  );
  for await (const batch of rows) {
    yield batch.map((row) => ({
      kind: 'book',
      id: idOf(row['ID']),
      library: idOf(row['LIBRARY_ID']),
      series: idOf(row['SERIES_ID']),
      title: foreignText(row['TITLE']) ?? foreignText(row['NAME']) ?? '?',
      path: pathOfUrl(row['URL']),
      size: countOf(row['FILE_SIZE']),
      // Komga estimates the page count of a text from its size.
      pages: row['MEDIA_TYPE'] === 'application/epub+zip' ? null : countOf(row['PAGE_COUNT']),
      number: numberOf(row['NUMBER_SORT']),
      hashes: {
        xxh128: foreignText(row['FILE_HASH'], 64),
        sha256: null,
        koreader: foreignText(row['KOREADER'], 64),
        sha1_head: null,
      },
    }));
  }
}

async function* covers(
  database: ForeignDatabase,
  { saveImage }: SourceContext,
): AsyncGenerator<ImportRecord[]> {
  for (const [table, column] of [
    ['THUMBNAIL_SERIES', 'SERIES_ID'],
    ['THUMBNAIL_BOOK', 'BOOK_ID'],
  ] as const) {
    const rows = database.batches<Row>(
      `SELECT ID, ${column} AS OWNER, THUMBNAIL FROM ${table}
       WHERE TYPE = 'USER_UPLOADED' AND SELECTED AND THUMBNAIL IS NOT NULL`,
    );
    for await (const batch of rows) {
      const records: ImportRecord[] = [];
      for (const row of batch) {
        if (!(row['THUMBNAIL'] instanceof Uint8Array)) continue;
        const owner = idOf(row['OWNER']);
        records.push({
          kind: 'cover',
          id: idOf(row['ID']),
          series: table === 'THUMBNAIL_SERIES' ? owner : null,
          book: table === 'THUMBNAIL_BOOK' ? owner : null,
          image: await saveImage(row['THUMBNAIL']),
        });
      }
      yield records;
    }
  }
}

interface Locations {
  locations?: { totalProgression?: unknown };
}

async function* progress(database: ForeignDatabase): AsyncGenerator<ImportRecord[]> {
  const locators = database.has('READ_PROGRESS', 'locator')
    ? 'p.device_id, p.device_name, p.locator'
    : 'NULL AS device_id, NULL AS device_name, NULL AS locator';
  const rows = database.batches<Row>(
    `SELECT p.BOOK_ID, p.USER_ID, p.CREATED_DATE, p.PAGE, p.COMPLETED, p.READ_DATE, p.LAST_MODIFIED_DATE,
       ${locators}, d.PAGE_COUNT
     FROM READ_PROGRESS p LEFT JOIN MEDIA d ON d.BOOK_ID = p.BOOK_ID`,
  );
  for await (const batch of rows) yield batch.flatMap(komgaProgress);
}

/** The progress from a row of READ_PROGRESS with the page count of its book. */
export const komgaProgress = (row: Row): ImportRecord[] => {
  const [person, book] = [idOf(row['USER_ID']), idOf(row['BOOK_ID'])];
  const read_at = instantOf(row['READ_DATE']) ?? instantOf(row['LAST_MODIFIED_DATE']);
  if (read_at === null) return [];
  const created = instantOf(row['CREATED_DATE']) ?? read_at;
  const is_completed = flagOf(row['COMPLETED']);
  const locator = jsonOf(row['locator']) as Locations | null;
  const share = locator?.locations?.totalProgression;
  const text = locator === null ? null : JSON.stringify(locator);
  const [deviceId, deviceName] = [
    foreignText(row['device_id'], 255),
    foreignText(row['device_name'], 255),
  ];
  const record: ImportRecord = {
    kind: 'progress',
    id: `${person}/${book}`,
    person,
    book,
    page: countOf(row['PAGE']),
    pages: countOf(row['PAGE_COUNT']),
    share: typeof share === 'number' && share >= 0 && share <= 1 ? share : null,
    locator: text !== null && text.length <= 2048 ? text : null,
    is_completed,
    started_at: created < read_at ? created : read_at,
    read_at,
    completed_at: is_completed ? read_at : null,
    device: deviceId || deviceName ? { id: deviceId ?? '', name: deviceName ?? '' } : null,
  };
  if (!is_completed) return [record];
  const completion = { id: record.id, person, book, started_at: null, ended_at: read_at };
  return [record, { kind: 'reading', ...completion, pages: 0, seconds: 0, is_completed }];
};

const listQueries = {
  collections: `SELECT ID AS id, NAME AS name, ORDERED AS ordered, CREATED_DATE AS created
    FROM COLLECTION ORDER BY NAME`,
  seriesOfCollections:
    'SELECT COLLECTION_ID AS list, SERIES_ID AS member FROM COLLECTION_SERIES ORDER BY NUMBER',
  readLists: `SELECT ID AS id, NAME AS name, ORDERED AS ordered, SUMMARY AS summary, CREATED_DATE AS created
    FROM READLIST ORDER BY NAME`,
  booksOfReadLists:
    'SELECT READLIST_ID AS list, BOOK_ID AS member FROM READLIST_BOOK ORDER BY NUMBER',
};
