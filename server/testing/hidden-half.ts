import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createAnnotation } from '../../shared/api/annotations.ts';
import { createApiKey } from '../../shared/api/api-keys.ts';
import { login } from '../../shared/api/auth.ts';
import type { Book } from '../../shared/api/book-record.ts';
import { listBooks } from '../../shared/api/books.ts';
import { createCollection } from '../../shared/api/collections.ts';
import { listCreators } from '../../shared/api/creators.ts';
import { findDuplicates, listDuplicates } from '../../shared/api/duplicates.ts';
import { bulkEditSeries, listEdits, updateSeries } from '../../shared/api/edits.ts';
import { followSeries } from '../../shared/api/followed-series.ts';
import { createLibrary, updateLibrary } from '../../shared/api/libraries.ts';
import { planMetadataWrite } from '../../shared/api/metadata-writes.ts';
import { markBookRead, updateProgress } from '../../shared/api/progress.ts';
import { rateSeries } from '../../shared/api/ratings.ts';
import { createReadList } from '../../shared/api/read-lists.ts';
import { goalKinds, setReadingGoal } from '../../shared/api/reading-goals.ts';
import { createReleaseSource } from '../../shared/api/release-sources.ts';
import { recordRelease } from '../../shared/api/releases.ts';
import { listScanReportEntries, listScanReports } from '../../shared/api/scan-reports.ts';
import { startScan } from '../../shared/api/scans.ts';
import { createSmartList } from '../../shared/api/smart-lists.ts';
import { listTasks } from '../../shared/api/tasks.ts';
import { createUpload } from '../../shared/api/uploads.ts';
import { createVolume } from '../../shared/api/volumes.ts';
import { addWanted } from '../../shared/api/want-to-read.ts';
import { createClient, type Client } from '../../shared/client.ts';
import { permissions } from '../../shared/permissions.ts';
import { connect } from '../database/database.ts';
import type { Database } from '../database/types.ts';
import { checkedFetch } from './checked-fetch.ts';
import { restrict } from './restrictions.ts';
import { startTestServer, type TestServer } from './server.ts';
import { addUser } from './users.ts';
import { writeCbz } from './zip.ts';

/** Part of every hidden name. */
export const marker = 'zqx';

/** Ids of one half by first path segment or field name, as `requestTo` needs them. */
export type Half = Record<string, string[]>;

export interface Person {
  name: string;
  headers: Record<string, string>;
}

export interface HiddenHalf {
  octavo: TestServer;
  database: Database;
  shown: Half;
  hidden: Half;
  /** People who must not see the hidden half, with their credentials. */
  people: { reader: Person; maintainer: Person; key: Person };
  /** The text of the maintainer's key. */
  key: string;
  scan(library: string): Promise<void>;
  root: string;
  stop(): Promise<void>;
}

const password = 'a fine password';

/** The year of what people read and want to read. */
export const goalYear = new Date().getFullYear();

const comicInfo = (word: string) =>
  ['Genre', 'Writer', 'Tags', 'Publisher', 'Summary', 'Characters', 'Title', 'Imprint']
    .map((field) => `<${field}>${word} ${field.toLowerCase()}</${field}>`)
    .join('');

const write = (root: string) => {
  const add = (path: string, word: string, pages = 3) =>
    writeCbz(join(root, path), pages, comicInfo(word));
  for (const series of ['Alpha', 'Beta']) {
    for (const number of [1, 2, 3]) add(`open/${series}/${series} ${number}.cbz`, 'Plain');
  }
  for (const [folder, series] of [
    ['open', 'Aged'],
    ['open', 'Labelled'],
    ['closed', 'Shelved'],
    ['closed', 'Stored'],
  ] as const) {
    const name = `${marker} ${series}`;
    // With a gap, for Health.
    for (const number of [1, 2, 4]) add(`${folder}/${name}/${name} ${number}.cbz`, marker);
  }
  // The same file in both halves, and twice in the hidden one.
  const twin = [{ name: 'page.png', data: Buffer.alloc(64, 7) }];
  for (const path of [
    'Alpha/Alpha 9',
    `${marker} Aged/${marker} 9`,
    `${marker} Aged/${marker} 8`,
  ]) {
    writeCbz(join(root, `open/${path}.cbz`), twin);
  }
};

const clientOf = (url: string, headers: Record<string, string>): Client =>
  createClient({ baseUrl: url, fetch: checkedFetch, headers: () => headers });

const unique = (values: readonly string[]) => [...new Set(values)];

/** Everything that people make about books: of one half, under names with `word`. */
const addEverything = async (
  { octavo, clients, word }: { octavo: TestServer; clients: Client[]; word: string },
  books: readonly Book[],
): Promise<Half> => {
  const { api } = octavo;
  const book_ids = books.map(({ id }) => id);
  const series_ids = unique(books.map(({ series_id }) => series_id));
  const [book = '', otherBook = ''] = books.flatMap(({ id, page_count }) =>
    page_count > 1 ? id : [],
  );
  const [series = ''] = series_ids;
  const made: Half = { annotations: [], 'smart-lists': [] };
  for (const client of [api, ...clients]) {
    await client.call(markBookRead, { params: { id: otherBook } });
    await client.call(updateProgress, { params: { id: book }, body: { current_page: 2 } });
    const annotation = await client.call(createAnnotation, {
      params: { id: book },
      body: { kind: 'note', page: 1, note: `${word} note`, is_shared: true },
    });
    made['annotations']?.push(annotation.id);
    await client.call(addWanted, { body: { ids: [series, otherBook] } });
    await client.call(followSeries, { params: { id: series } });
    for (const kind of goalKinds) {
      await client.call(setReadingGoal, { params: { year: goalYear, kind }, body: { target: 9 } });
    }
    await client.call(rateSeries, {
      params: { id: series },
      body: { rating: 9, review: `${word} review`, is_shared: true },
    });
  }
  const collection = await api.call(createCollection, {
    body: { name: `${word} collection`, series_ids },
  });
  const readList = await api.call(createReadList, {
    body: { name: `${word} reading`, summary: `${word} order`, book_ids },
  });
  for (const target of ['series', 'books'] as const) {
    const list = await api.call(createSmartList, {
      body: {
        name: `Smart ${target} ${series_ids.length}`,
        target,
        shared: true,
        condition: { genre: { operator: 'is', value: `${word} genre` } },
      },
    });
    made['smart-lists']?.push(list.id);
  }
  const source = await api.call(createReleaseSource, {
    body: {
      display_name: `Feed ${series_ids.length}`,
      source_tag: `feed-${series_ids.length}`,
      url: 'http://127.0.0.1:9/feed',
    },
  });
  const release = await api.call(recordRelease, {
    body: {
      seriesId: series,
      sourceId: source.id,
      externalReleaseId: `${word}:1`,
      payloadUrl: `http://127.0.0.1:9/${word}`,
    },
  });
  const { edit_id } = await api.call(bulkEditSeries, {
    body: { ids: series_ids, add: { tags: [`${word} tag`] } },
  });
  const ofSeries = Map.groupBy(books, ({ series_id }) => series_id);
  const volumes = await Promise.all(
    series_ids.map((id) => {
      const body = {
        title: `${word} volume`,
        book_ids: ofSeries.get(id)?.map((item) => item.id) ?? [],
      };
      return api.call(createVolume, { params: { id }, body });
    }),
  );
  return {
    ...made,
    volume_id: volumes.map(({ volume }) => volume?.id ?? ''),
    libraries: unique(books.map(({ library_id }) => library_id)),
    library_id: unique(books.map(({ library_id }) => library_id)),
    series: series_ids,
    series_id: series_ids,
    series_ids,
    seriesId: series_ids,
    books: book_ids,
    book_id: book_ids,
    book_ids,
    trash: book_ids,
    collections: [collection.id],
    'read-lists': [readList.id],
    releases: [release.id],
    'release-sources': [source.id],
    sourceId: [source.id],
    edits: [edit_id],
  };
};

/**
 * A server whose people `reader` and `maintainer` cannot see half of it: a series by its age rating,
 * one by its label, and a whole library.
 */
export const startHiddenHalf = async (): Promise<HiddenHalf> => {
  const root = mkdtempSync(join(tmpdir(), 'octavo-half-'));
  write(root);
  const octavo = await startTestServer();
  const { api, dataDir, url } = octavo;
  const libraries = [
    await api.call(createLibrary, { body: { name: 'Open', path: join(root, 'open') } }),
    await api.call(createLibrary, {
      body: { name: `${marker} library`, path: join(root, 'closed') },
    }),
  ];
  const scan = async (id: string) => {
    await api.call(startScan, { params: { id } });
    await octavo.idle();
  };
  for (const { id } of libraries) await scan(id);
  await api.call(findDuplicates);
  await octavo.idle();

  const extra = permissions.filter((name) => !/^(users-|system-admin)/.test(name));
  await addUser(dataDir, { username: 'reader', role: 'reader' });
  await addUser(dataDir, { username: 'maintainer', role: 'maintainer', permissions: extra });
  const signIn = async (username: string): Promise<Person> => {
    const { access_token } = await clientOf(url, {}).call(login, { body: { username, password } });
    return { name: username, headers: { authorization: `Bearer ${access_token}` } };
  };
  const reader = await signIn('reader');
  const maintainer = await signIn('maintainer');
  const { key } = await clientOf(url, maintainer.headers).call(createApiKey, {
    body: { name: 'phone', permissions: extra },
  });

  const { data } = await api.call(listBooks, { query: { pageSize: 500 } });
  const isHidden = ({ path }: Book) => path.includes(marker);
  const clients = [reader, maintainer].map(({ headers }) => clientOf(url, headers));
  const shown = await addEverything(
    { octavo, clients, word: 'Plain' },
    data.filter((book) => !isHidden(book)),
  );
  const hidden = await addEverything(
    { octavo, clients, word: marker },
    data.filter((book) => isHidden(book)),
  );
  const mixed = await api.call(createCollection, {
    body: {
      name: 'Both',
      ordered: true,
      series_ids: [hidden['series']?.[0], shown['series']?.[0], hidden['series']?.[1]].map(String),
    },
  });
  const mixedList = await api.call(createReadList, {
    body: {
      name: 'Both',
      book_ids: [hidden['books']?.[0], shown['books']?.[0], hidden['books']?.[1]].map(String),
    },
  });
  shown['collections']?.push(mixed.id);
  shown['read-lists']?.push(mixedList.id);

  const creators = (await api.call(listCreators, { query: { pageSize: 500 } })).data;
  const creatorsOf = (isMarked: boolean) =>
    creators.flatMap(({ id, name }) => (name.includes(marker) === isMarked ? id : []));
  hidden['creators'] = creatorsOf(true);
  shown['creators'] = creatorsOf(false);

  const database = connect(join(dataDir, 'octavo.db'));
  const aged = data.find(({ path }) => path.includes(`${marker} Aged`))?.series_id ?? '';
  await api.call(updateSeries, { params: { id: aged }, body: { age_rating: 18 } });
  database.prepare(`UPDATE series SET labels = '["Adults"]' WHERE name LIKE '% Labelled'`).run();
  await addRecords(api, { shown, hidden });
  const pkOf = (table: string, column: string, value: string) =>
    database
      .prepare<[string], number>(`SELECT pk FROM ${table} WHERE ${column} = ?`)
      .pluck()
      .get(value) ?? 0;
  const open = pkOf('libraries', 'name', 'Open');
  for (const name of ['reader', 'maintainer']) {
    const restrictions = { libraries: [open], maxAge: 12, denied: ['adults'] };
    restrict(database, pkOf('users', 'username', name), restrictions);
  }
  hidden['libraries'] = [libraries[1]?.id ?? ''];
  hidden['library_id'] = hidden['libraries'];

  return {
    octavo,
    database,
    shown,
    hidden,
    people: { reader, maintainer, key: { name: 'key', headers: { 'x-api-key': key } } },
    key,
    scan,
    root,
    async stop() {
      database.close();
      await octavo.stop();
      rmSync(root, { recursive: true, force: true });
    },
  };
};

/** Ids of tasks, reports, edits and duplicates. */
const addRecords = async (api: Client, { shown, hidden }: { shown: Half; hidden: Half }) => {
  const query = { pageSize: 500 };
  const closed = hidden['libraries']?.find((id) => !shown['libraries']?.includes(id));
  const tasks = (await api.call(listTasks, { query })).data;
  hidden['tasks'] = tasks.flatMap(({ id, library_id }) => (library_id === closed ? id : []));
  shown['tasks'] = tasks.flatMap(({ id, library_id }) => (library_id === closed ? [] : id));
  // Of the visible library as well: their numbers count hidden books.
  const reports = (await api.call(listScanReports, { query })).data.map(({ id }) => id);
  hidden['scans'] = reports;
  hidden['entry_ids'] = [];
  for (const id of reports) {
    const { data } = await api.call(listScanReportEntries, { params: { id }, query });
    hidden['entry_ids'].push(...data.map((entry) => entry.id));
  }
  const edits = (await api.call(listEdits, { query })).data.map(({ id }) => id);
  hidden['edits'] = edits.filter((id) => !shown['edits']?.includes(id));
  hidden['duplicates'] = (await api.call(listDuplicates, { query })).data.map(({ id }) => id);
  const open = { id: hidden['libraries']?.find((id) => id !== closed) ?? '' };
  await api.call(updateLibrary, { params: open, body: { write_metadata: true } });
  const plan = await api.call(planMetadataWrite, { params: open, body: { scope: 'all' } });
  hidden['metadata-writes'] = [plan.id];
  const file = { name: `${marker}.cbz`, file_size: 10 };
  hidden['uploads'] = [(await api.call(createUpload, { params: open, body: file })).id];
};
