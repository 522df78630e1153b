import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createApiKey } from '../../shared/api/api-keys.ts';
import { login } from '../../shared/api/auth.ts';
import type { Book } from '../../shared/api/book-record.ts';
import { listBooks } from '../../shared/api/books.ts';
import { createCollection } from '../../shared/api/collections.ts';
import { listCreators } from '../../shared/api/creators.ts';
import { findDuplicates } from '../../shared/api/duplicates.ts';
import { updateSeries } from '../../shared/api/edits.ts';
import { createLibrary } from '../../shared/api/libraries.ts';
import { createReadList } from '../../shared/api/read-lists.ts';
import { startScan } from '../../shared/api/scans.ts';
import { createClient, type Client } from '../../shared/client.ts';
import { permissions } from '../../shared/permissions.ts';
import { connect } from '../database/database.ts';
import type { Database } from '../database/types.ts';
import { checkedFetch } from './checked-fetch.ts';
import { marker, writeHalves } from './hidden-half-files.ts';
import { addEverything, addRecords, type Half } from './hidden-half-records.ts';
import { restrict } from './restrictions.ts';
import { startTestServer, type TestServer } from './server.ts';
import { addUser } from './users.ts';

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

const clientOf = (url: string, headers: Record<string, string>): Client =>
  createClient({ baseUrl: url, fetch: checkedFetch, headers: () => headers });

/**
 * A server whose people `reader` and `maintainer` cannot see half of it: a series by its age rating,
 * one by its label, and a whole library.
 */
export const startHiddenHalf = async (): Promise<HiddenHalf> => {
  const root = mkdtempSync(join(tmpdir(), 'octavo-half-'));
  writeHalves(root);
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
