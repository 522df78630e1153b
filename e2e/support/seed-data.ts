import { renameSync } from 'node:fs';
import path from 'node:path';

import { createAnnotation } from '../../shared/api/annotations.ts';
import { createApiKey } from '../../shared/api/api-keys.ts';
import { createBackup, listBackups } from '../../shared/api/backups.ts';
import { listBooks } from '../../shared/api/books.ts';
import { createCollection } from '../../shared/api/collections.ts';
import { findDuplicates, listDuplicates } from '../../shared/api/duplicates.ts';
import { updateProgress } from '../../shared/api/progress.ts';
import { createDestination } from '../../shared/api/notifications.ts';
import { createReadList } from '../../shared/api/read-lists.ts';
import { createReleaseSource } from '../../shared/api/release-sources.ts';
import { recordRelease } from '../../shared/api/releases.ts';
import { listScanReports } from '../../shared/api/scan-reports.ts';
import { getScanStatus, startScan } from '../../shared/api/scans.ts';
import { createSmartList } from '../../shared/api/smart-lists.ts';
import { createUser } from '../../shared/api/users.ts';
import { addWanted } from '../../shared/api/want-to-read.ts';
import type { Client } from '../../shared/client.ts';
import { copyFixtures, scanLibrary } from './library.ts';
import { eventually } from './server.ts';

/** The second user, with read permission only. */
export const readerOfHousehold = { username: 'bert', password: 'a good password' };

/** Ids of the seed data, by kind. */
export interface Household {
  library: string;
  series: string;
  book: string;
  broken: string;
  text: string;
  collection: string;
  readList: string;
  smartList: string;
  report: string;
}

/**
 * Seeds a new server with data of all kinds: three good series; a broken, a duplicate and a missing
 * file; books in progress and finished; annotations, lists, a second user, a backup, a feed.
 */
export const fillHousehold = async (client: Client, folder: string): Promise<Household> => {
  const comics = path.join(folder, 'Comics');
  const carrot = 'library/Comics/Pepper & Carrot';
  copyFixtures(carrot, path.join(comics, 'Pepper & Carrot'), ['.cbz']);
  copyFixtures(carrot, path.join(comics, 'Copies'), ['.cbz']);
  copyFixtures('faults/archive-damaged', path.join(comics, 'Damaged'), ['.cbz']);
  const { library } = await scanLibrary(client, 'Comics', comics);
  await scanLibrary(
    client,
    'Books',
    copyFixtures('library/Books/Herman Melville', path.join(folder, 'Books/Herman Melville')),
  );
  await scanLibrary(
    client,
    'Manga',
    copyFixtures('library/Manga/ハルコさんの彼氏', path.join(folder, 'Manga/ハルコさんの彼氏')),
  );

  const { data: books } = await client.call(listBooks, { query: { pageSize: 500 } });
  const bookOf = (part: string) => {
    const found = books.find((book) => book.path.includes(part));
    if (!found) throw new Error(`The library lacks the book ${part}`);
    return found;
  };
  const book = bookOf('Pepper & Carrot/Pepper & Carrot 006');
  const text = bookOf('Moby-Dick.epub');
  const gone = bookOf('Copies/Pepper & Carrot 001');
  renameSync(gone.path, path.join(folder, 'gone.cbz'));
  await client.call(startScan, { params: { id: library.id } });
  await eventually('the second scan', async () => {
    const { status } = await client.call(getScanStatus, { params: { id: library.id } });
    return status === 'completed' || null;
  });

  const params = { id: book.id };
  await client.call(updateProgress, { params, body: { current_page: 5 } });
  await client.call(updateProgress, {
    params: { id: bookOf('Pepper & Carrot/Pepper & Carrot 001').id },
    body: { is_completed: true },
  });
  const mark = { page: 3, note: 'The cauldron again', text: null };
  await client.call(createAnnotation, { params, body: { kind: 'bookmark', ...mark } });
  await client.call(createAnnotation, {
    params: { id: text.id },
    body: { kind: 'highlight', page: 2, text: 'Call me Ishmael.', color: 'green' },
  });
  const collection = await client.call(createCollection, {
    body: { name: 'Witches', series_ids: [book.series_id] },
  });
  const readList = await client.call(createReadList, {
    body: { name: 'For the train', book_ids: [text.id, book.id] },
  });
  const smartList = await client.call(createSmartList, {
    body: { name: 'Everything', target: 'series', shared: true },
  });
  await client.call(addWanted, { body: { ids: [text.series_id] } });
  await client.call(createUser, { body: readerOfHousehold });
  await client.call(createApiKey, { body: { name: 'Backup script' } });
  const source = await client.call(createReleaseSource, {
    body: {
      display_name: 'New volumes',
      source_tag: 'volumes',
      url: 'http://127.0.0.1:9/feed.xml',
      enabled: false,
    },
  });
  await client.call(recordRelease, {
    body: {
      seriesId: book.series_id,
      sourceId: source.id,
      externalReleaseId: 'volumes:7',
      payloadUrl: 'https://example.com/7',
      volumes: [{ start: 7, end: 7 }],
    },
  });
  await client.call(createDestination, {
    body: {
      ...{ name: 'Living room', kind: 'ntfy', address: 'https://ntfy.invalid/ada' },
      ...{ events: ['new_books', 'backup_failed'], frequency: 'weekly' },
    },
  });
  await client.call(createBackup);
  await client.call(findDuplicates);
  await eventually('the duplicates', async () => {
    const { total } = await client.call(listDuplicates);
    return total > 0 || null;
  });
  await eventually('the backup', async () => (await client.call(listBackups)).total > 0 || null);

  const { data: reports } = await client.call(listScanReports);
  return {
    library: library.id,
    series: book.series_id,
    book: book.id,
    broken: bookOf('truncated-60-percent').id,
    text: text.id,
    collection: collection.id,
    readList: readList.id,
    smartList: smartList.id,
    report: reports[0]?.id ?? '',
  };
};
