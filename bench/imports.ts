import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';

import SQLite from 'better-sqlite3';

import type { Import } from '../shared/api/import-record.ts';
import { createImport, getImport, runImport, undoImport } from '../shared/api/imports.ts';
import { initializeSetup } from '../shared/api/setup.ts';
import { createClient } from '../shared/client.ts';
import { fillCatalogue } from './catalogue.ts';
import { figure, record } from './figures.ts';
import { startChild } from './load.ts';

const admin = { username: 'bench', password: 'correct horse battery', email: 'bench@example.com' };
const main = fileURLToPath(import.meta.resolve('../server/cli/main.ts'));
const fixture = join(import.meta.dirname, '../../shared/fixtures/servers/komga/database.sqlite');

/** The books of the catalogue as a Komga knows them, in another folder, all of them read. */
const fillKomga = (file: string, catalogue: string, folder: string): void => {
  const database = new SQLite(file);
  const time = '2024-05-06 07:08:09.123';
  database.pragma('foreign_keys = OFF');
  database.exec(`ATTACH '${catalogue}' AS here;
    DELETE FROM READ_PROGRESS; DELETE FROM BOOK_METADATA_AUTHOR; DELETE FROM BOOK_METADATA_TAG;
    DELETE FROM BOOK_METADATA_LINK; DELETE FROM BOOK_METADATA; DELETE FROM MEDIA_PAGE;
    DELETE FROM MEDIA_FILE; DELETE FROM MEDIA; DELETE FROM THUMBNAIL_BOOK; DELETE FROM READLIST_BOOK;
    DELETE FROM BOOK; DELETE FROM COLLECTION_SERIES; DELETE FROM THUMBNAIL_SERIES;
    DELETE FROM USER_LIBRARY_SHARING; DELETE FROM BOOK_METADATA_AGGREGATION_AUTHOR;
    DELETE FROM BOOK_METADATA_AGGREGATION_TAG; DELETE FROM BOOK_METADATA_AGGREGATION;
    DELETE FROM SERIES_METADATA_GENRE; DELETE FROM SERIES_METADATA_TAG; DELETE FROM SERIES_METADATA_SHARING;
    DELETE FROM SERIES_METADATA_LINK; DELETE FROM SERIES_METADATA_ALTERNATE_TITLE;
    DELETE FROM SERIES_METADATA; DELETE FROM SERIES; DELETE FROM LIBRARY WHERE rowid > 1;
    UPDATE LIBRARY SET NAME = 'Bench', ROOT = 'file:${folder}/';
    INSERT INTO SERIES (ID, FILE_LAST_MODIFIED, NAME, URL, LIBRARY_ID)
      SELECT 'S' || pk, '${time}', name, 'file:${folder}/' || replace(filename, ' ', '%20') || '/', (SELECT ID FROM LIBRARY) FROM here.series;
    INSERT INTO SERIES_METADATA (SERIES_ID, STATUS, TITLE, TITLE_SORT, SUMMARY, SUMMARY_LOCK)
      SELECT 'S' || pk, 'ENDED', name, name, 'Written by somebody.', pk % 10 = 0 FROM here.series;
    INSERT INTO BOOK (ID, FILE_LAST_MODIFIED, NAME, URL, SERIES_ID, LIBRARY_ID, FILE_SIZE, NUMBER)
      SELECT 'B' || pk, '${time}', title, 'file:${folder}/' || replace(path, ' ', '%20'), 'S' || series_pk,
        (SELECT ID FROM LIBRARY), file_size, number FROM here.books;
    INSERT INTO MEDIA (BOOK_ID, MEDIA_TYPE, STATUS, PAGE_COUNT)
      SELECT 'B' || pk, 'application/zip', 'READY', page_count FROM here.books;
    INSERT INTO BOOK_METADATA (BOOK_ID, NUMBER, NUMBER_SORT, TITLE)
      SELECT 'B' || pk, number, number, title FROM here.books;
    INSERT INTO READ_PROGRESS (BOOK_ID, USER_ID, PAGE, COMPLETED, READ_DATE)
      SELECT 'B' || pk, (SELECT ID FROM "USER" LIMIT 1), 1 + pk % 20, pk % 2, '${time}' FROM here.books;`);
  database.close();
};

/** Measures an import of a Komga with this many books, each with a place; two minutes are the target. */
export const benchImports = async (books = 100_000): Promise<void> => {
  const dir = mkdtempSync(join(tmpdir(), 'octavo-bench-'));
  const [data, shelf] = [join(dir, 'data'), join(dir, 'shelf')];
  for (const folder of [data, shelf]) mkdirSync(folder);
  const komga = join(dir, 'database.sqlite');
  fillCatalogue(join(data, 'octavo.db'), books, shelf);
  cpSync(fixture, komga);
  fillKomga(komga, join(data, 'octavo.db'), '/srv/comics');
  const options = ['serve', '--data-dir', data, '--port', '0', '--log-level', 'error'];
  const server = await startChild([main, ...options]);
  try {
    const anonymous = createClient({ baseUrl: server.url, fetch });
    const { access_token: token } = await anonymous.call(initializeSetup, { body: admin });
    const api = createClient({
      baseUrl: server.url,
      fetch,
      headers: () => ({ authorization: `Bearer ${token}` }),
    });
    const ended = async (id: string): Promise<Import> => {
      for (;;) {
        const now = await api.call(getImport, { params: { id } });
        if (now.error !== null) throw new Error(now.error);
        if (['ready', 'imported', 'undone'].includes(now.status)) return now;
        await new Promise((resolve) => setTimeout(resolve, 250));
      }
    };
    const seconds = async (work: () => Promise<unknown>): Promise<number> => {
      const start = performance.now();
      await work();
      return (performance.now() - start) / 1000;
    };
    let id = '';
    const reading = await seconds(async () => {
      ({ id } = await api.call(createImport, { body: { source: 'komga', path: komga } }));
      await ended(id);
    });
    const writing = await seconds(async () => {
      await api.call(runImport, { params: { id }, body: {} });
      await ended(id);
    });
    const { counts } = await ended(id);
    const undoing = await seconds(async () => {
      await api.call(undoImport, { params: { id } });
      await ended(id);
    });
    for (const { kind, state, count, imported } of counts) {
      console.log(`${kind} ${state}: ${count}, imported ${imported}`);
    }
    console.log(
      `${books} books: report ${reading.toFixed(1)} s, import ${writing.toFixed(1)} s, undo ${undoing.toFixed(1)} s`,
    );
    record(
      figure('report and import', (reading + writing) * 1000, 'ms', '≤ 120,000'),
      figure('undo', undoing * 1000, 'ms'),
    );
  } finally {
    await server.stop();
    rmSync(dir, { recursive: true, force: true });
  }
};
