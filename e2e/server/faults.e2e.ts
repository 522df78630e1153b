import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { listBooks } from '../../shared/api/books.ts';
import { bookFormats } from '../../shared/api/book-record.ts';
import { getHealth } from '../../shared/api/system.ts';
import { copyFixtures, scanLibrary } from '../support/library.ts';
import { expect, test } from '../support/test.ts';

/** All files below `folder` with a book's extension, as relative paths. */
const bookFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) =>
      (bookFormats as readonly string[]).includes(path.extname(file).slice(1).toLowerCase()),
    )
    .sort();

/** Peak memory of a process (MiB); null if the system does not report it. */
const peakMemory = (pid: number): number | null => {
  try {
    const kilobytes = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return Number(kilobytes) / 1024;
  } catch {
    return null;
  }
};

test('a library full of broken files is scanned to its end, and each says what is wrong', async ({
  client,
  server,
  folder,
}) => {
  const root = copyFixtures('faults', path.join(folder, 'faults'));
  copyFixtures('library/Comics/Pepper & Carrot', path.join(root, 'Pepper & Carrot'));

  const { scan } = await scanLibrary(client, 'Faults', root);
  expect(scan.status).toBe('completed');

  const { data: books, total } = await client.call(listBooks, { query: { pageSize: 500 } });
  expect(total).toBe(books.length);
  const listed = books.map((book) => path.relative(root, book.path));
  const told = scan.errors.map((error) => path.relative(root, path.resolve(root, error.path)));
  expect(bookFiles(root).filter((file) => !listed.includes(file) && !told.includes(file))).toEqual(
    [],
  );

  const sentences = books.flatMap((book) => (book.error === null ? [] : [book.error]));
  expect(sentences.length).toBeGreaterThan(20);
  for (const sentence of [...sentences, ...scan.errors.map((error) => error.message)]) {
    expect(sentence).toMatch(/^[\p{Lu}\d].*\.$/su);
    expect(sentence, 'no path of the machine, no name of an exception').not.toMatch(
      /\/tmp|node:|\w+Error:|ENO|undefined/,
    );
  }

  const good = books.filter((book) => book.path.includes('Pepper & Carrot'));
  expect(good.map((book) => book.error)).toEqual([null, null, null]);
  expect(await client.call(getHealth)).toMatchObject({ status: 'ok' });
  expect(peakMemory(server.pid) ?? 0, 'MiB at most').toBeLessThan(400);
});
