import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { createReaderAddress } from '../../shared/api/book-mail.ts';
import { createAnnotation } from '../../shared/api/annotations.ts';
import { createApiKey } from '../../shared/api/api-keys.ts';
import { createBackup, listBackups } from '../../shared/api/backups.ts';
import { listBooks } from '../../shared/api/books.ts';
import { createCollection } from '../../shared/api/collections.ts';
import { coverUploads, type CoverSubject } from '../../shared/api/cover-uploads.ts';
import { planConversion } from '../../shared/api/conversions.ts';
import { listCreators } from '../../shared/api/creators.ts';
import { findDuplicates, listDuplicates } from '../../shared/api/duplicates.ts';
import { listEdits, updateSeries } from '../../shared/api/edits.ts';
import { listBinnedFiles } from '../../shared/api/file-bin.ts';
import { createFileDeletion } from '../../shared/api/file-deletions.ts';
import { createIntakeFolder, lookThroughFolder } from '../../shared/api/intake-folders.ts';
import { createImport, listImports } from '../../shared/api/imports.ts';
import { createLibrary } from '../../shared/api/libraries.ts';
import { planMetadataWrite } from '../../shared/api/metadata-writes.ts';
import { createKobo } from '../../shared/api/kobo.ts';
import { createPairing, redeemPairing } from '../../shared/api/pairing.ts';
import { setPreference } from '../../shared/api/preferences.ts';
import { markBookRead } from '../../shared/api/progress.ts';
import { createReadList } from '../../shared/api/read-lists.ts';
import { createReleaseSource } from '../../shared/api/release-sources.ts';
import { recordRelease } from '../../shared/api/releases.ts';
import { listScanReportEntries, listScanReports } from '../../shared/api/scan-reports.ts';
import { startScan } from '../../shared/api/scans.ts';
import { createProvider } from '../../shared/api/sign-in-providers.ts';
import { updateSetting } from '../../shared/api/settings.ts';
import { createSmartList } from '../../shared/api/smart-lists.ts';
import { listTasks } from '../../shared/api/tasks.ts';
import { createUpload } from '../../shared/api/uploads.ts';
import { createUser } from '../../shared/api/users.ts';
import { createVolume } from '../../shared/api/volumes.ts';
import { connect } from '../database/database.ts';
import { newId } from '../database/ids.ts';
import { admin, type TestServer } from './server.ts';
import { pngPage, writeCbz } from './zip.ts';

const komga = join(import.meta.dirname, '../../../shared/fixtures/servers/komga');

/**
 * Creates an instance of every entity in the API, with books in `root`; returns values for requests
 * by first path segment or field name.
 */
export const seedEveryKind = async (
  octavo: TestServer,
  root: string,
): Promise<Record<string, unknown[]>> => {
  const { api } = octavo;
  const books = join(root, 'books');
  for (const name of ['Saga/Saga 1', 'Saga/Saga 2', '第一巻/第一巻 v01', 'Batman/Batman 1']) {
    writeCbz(join(books, `${name}.cbz`), 3, '<Genre>Drama</Genre><Writer>Ann</Writer>');
  }
  writeCbz(join(books, 'Long/Long 1.cbz'), 9);
  writeCbz(join(books, 'Zen/Zen 1.cbz'), 4);
  writeCbz(join(root, 'downloads', 'Saga 3.cbz'), 3);
  cpSync(join(books, 'Long'), join(books, 'Long copy'), { recursive: true });
  mkdirSync(join(root, 'empty'));
  const library = await api.call(createLibrary, {
    body: { name: 'Comics', path: books, write_metadata: true, convert_files: true },
  });
  await api.call(startScan, { params: { id: library.id } });
  await octavo.idle();
  const deleted = await deleteWithFile(octavo, 'Zen 1');
  const { data } = await api.call(listBooks);
  const [book] = data;
  if (!book) throw new Error('The scan found no book');
  await api.call(markBookRead, { params: { id: book.id } });
  await api.call(setPreference, { params: { key: 'client.a' }, body: { value: 1 } });
  const user = await api.call(createUser, { body: { username: 'eve', password: 'eve and adam' } });
  const key = await api.call(createApiKey, { body: { name: 'phone' } });
  const pair = () => api.call(createPairing, { body: { permissions: ['books-read'] } });
  const paired = await api.call(redeemPairing, { body: { token: (await pair()).token } });
  const waiting = await pair();
  const kobo = await api.call(createKobo, {
    body: { name: 'Libra', permissions: ['books-read'] },
  });
  const source = await api.call(createReleaseSource, {
    body: { display_name: 'Feed', source_tag: 'feed', url: 'http://127.0.0.1:9/feed' },
  });
  const release = await api.call(recordRelease, {
    body: {
      seriesId: book.series_id,
      sourceId: source.id,
      externalReleaseId: 'feed:1',
      payloadUrl: 'http://127.0.0.1:9/1',
    },
  });
  const collection = await api.call(createCollection, {
    body: { name: 'Space', series_ids: [book.series_id] },
  });
  const secondCollection = await api.call(createCollection, {
    body: { name: 'Sea', series_ids: [book.series_id] },
  });
  const readList = await api.call(createReadList, {
    body: { name: 'Events', book_ids: [book.id] },
  });
  const smartList = await api.call(createSmartList, {
    body: {
      name: 'Dramas',
      target: 'series',
      condition: { genre: { operator: 'is', value: 'Drama' } },
    },
  });
  const bookList = await api.call(createSmartList, {
    body: {
      name: 'Sagas',
      target: 'books',
      condition: { title: { operator: 'contains', value: 'Saga' } },
    },
  });
  const reader = await api.call(createReaderAddress, {
    body: { name: 'Kindle', address: 'eve@kindle.com' },
  });
  const provider = await api.call(createProvider, {
    body: { slug: 'house', name: 'House', issuer: 'http://127.0.0.1:9', client_id: 'octavo' },
  });
  const annotation = await api.call(createAnnotation, {
    params: { id: book.id },
    body: { kind: 'bookmark', page: 1 },
  });
  await api.call(updateSeries, { params: { id: book.series_id }, body: { summary: 'Space.' } });
  const write = await api.call(planMetadataWrite, { params: { id: library.id }, body: {} });
  const conversion = await api.call(planConversion, { params: { id: library.id }, body: {} });
  const folder = await api.call(createIntakeFolder, {
    body: { library_id: library.id, path: join(root, 'downloads') },
  });
  const intake = await api.call(lookThroughFolder, { params: { id: folder.id } });
  const upload = await api.call(createUpload, {
    params: { id: library.id },
    body: { name: 'New.cbz', file_size: 1 },
  });
  const loose = join(root, 'loose', 'Loose 1.cbz');
  writeCbz(loose, 3, '<Title>Loose</Title>');
  const opened = await octavo.server.control.openFile(admin.username, loose);
  await api.call(findDuplicates);
  await api.call(createBackup);
  for (let count = 0; count < 3; count += 1) {
    await api.call(createImport, { body: { source: 'komga', path: komga } });
  }
  await octavo.idle();
  const { data: reports } = await api.call(listScanReports);
  const { data: entries } = await api.call(listScanReportEntries, {
    params: { id: reports[0]?.id ?? '' },
  });
  const series = [...new Set(data.map(({ series_id }) => series_id))];
  const volumes = await Promise.all(
    series.map((id) => {
      const book_ids = data.flatMap((item) => (item.series_id === id ? item.id : []));
      return api.call(createVolume, { params: { id }, body: { book_ids } });
    }),
  );
  return {
    libraries: [library.id],
    series,
    upload_id: [
      await addCovers(octavo, {
        books: data.map(({ id }) => id),
        series,
        collections: [collection.id],
        readLists: [readList.id],
      }),
    ],
    books: data.map(({ id }) => id),
    collections: [collection.id, secondCollection.id],
    'read-lists': [readList.id],
    series_ids: series,
    book_ids: data.map(({ id }) => id),
    'smart-lists': [smartList.id, bookList.id],
    annotations: [annotation.id],
    'reader-addresses': [reader.id],
    creators: (await api.call(listCreators)).data.map(({ id }) => id),
    'metadata-writes': [write.id],
    uploads: [upload.id],
    conversions: [conversion.id],
    'repeated-pages': [addRepeatedPage(octavo, library.id)],
    intake: [folder.id],
    intakes: [intake.id],
    'file-deletions': [deleted],
    'file-bin': (await api.call(listBinnedFiles)).data.map(({ id }) => id),
    admin: [provider.id],
    auth: [addIdentity(octavo, provider.id)],
    slug: [provider.slug, 'club'],
    issuer: [provider.issuer],
    scopes: [provider.scopes],
    trusted_proxies: ['127.0.0.1', '10.0.0.0/8'],
    user_header: ['Remote-User'],
    groups_header: ['Remote-Groups'],
    'opened-files': [opened.id],
    edits: (await api.call(listEdits)).data.map(({ id }) => id),
    scans: reports.map(({ id }) => id),
    entry_ids: entries.map(({ id }) => id),
    imports: (await api.call(listImports)).data.map(({ id }) => id),
    line: [1, 2, 3],
    backups: (await api.call(listBackups)).data.map(({ name }) => name),
    users: [user.id],
    username: [user.username],
    password: ['eve and adam'],
    'api-keys': [key.id],
    devices: [paired.device.id, kobo.device.id],
    pairings: [waiting.id],
    token: [waiting.token],
    // Groups, and the books of which there are copies.
    duplicates: (await api.call(listDuplicates)).data.flatMap(({ id, books }) => [
      id,
      ...books.map((copy) => copy.id),
    ]),
    tasks: (await api.call(listTasks)).data.map(({ id }) => id),
    releases: [release.id],
    'release-sources': [source.id],
    library_id: [library.id],
    series_id: series,
    book_id: [book.id],
    volume_id: volumes.map(({ volume }) => volume?.id),
    seriesId: series,
    sourceId: [source.id],
    ids: [release.id, ...series, ...data.map(({ id }) => id)],
    value: [library.id, ...series, 'Drama', 'Saga', 'read', 'true'],
    fullTextSearch: ['sag', 'batmn', '第一'],
    query: ['sag', 'batmn', '第一'],
    paths: [books],
    // Only paths below `root`, because a library on another folder could cover the whole machine.
    path: [books, join(root, 'empty'), join(root, 'none'), join(books, 'Saga/Saga 1.cbz')],
  };
};

/** Uploads one image for records of each kind; returns its id, which is the same for all. */
const addCovers = async (
  { api }: TestServer,
  records: Record<CoverSubject, readonly string[]>,
): Promise<string> => {
  const body = new Uint8Array(pngPage(20, 30));
  let upload = '';
  for (const subject of Object.keys(coverUploads) as CoverSubject[]) {
    for (const id of records[subject]) {
      upload = (await api.call(coverUploads[subject].add, { params: { id }, body })).id;
    }
  }
  return upload;
};

/** Deletes a book with its file; returns the id of the deletion. Later ones are not allowed. */
const deleteWithFile = async ({ api, idle }: TestServer, title: string): Promise<string | null> => {
  const allow = (value: boolean) =>
    api.call(updateSetting, { params: { key: 'library.delete_files' }, body: { value } });
  const { data } = await api.call(listBooks);
  const book_ids = data.filter((book) => book.title === title).map(({ id }) => id);
  await allow(true);
  const { id } = await api.call(createFileDeletion, { body: { book_ids } });
  await idle();
  await allow(false);
  return id;
};

/** Adds a page that many books have; returns its id. */
const addRepeatedPage = ({ dataDir }: TestServer, libraryId: string): string => {
  const id = newId();
  const database = connect(join(dataDir, 'octavo.db'));
  database
    .prepare(
      `INSERT INTO repeated_pages (id, library_pk, crc32, file_size, hash, picture, book_count,
         front_count, back_count, cover_count, found_at)
       VALUES (?, (SELECT pk FROM libraries WHERE id = ?), 1, 1, 'a', x'00', 5, 0, 5, 0,
         '2026-01-01T00:00:00.000Z')`,
    )
    .run(id, libraryId);
  database.close();
  return id;
};

/** Links an account at a provider with the admin's own; returns its id. */
export const addIdentity = ({ dataDir }: TestServer, providerId: string): string => {
  const id = newId();
  const database = connect(join(dataDir, 'octavo.db'));
  database
    .prepare(
      `INSERT INTO user_identities (id, user_pk, provider_pk, issuer, subject, label, created_at)
       VALUES (:id, (SELECT pk FROM users WHERE username = :name),
         (SELECT pk FROM sign_in_providers WHERE id = :providerId), '', :id, '', '2026-01-01T00:00:00.000Z')`,
    )
    .run({ id, name: admin.username, providerId });
  database.close();
  return id;
};
