import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { listBooks } from '../../../shared/api/books.ts';
import { bulkEditSeries, updateBook } from '../../../shared/api/edits.ts';
import { createLibrary, updateLibrary } from '../../../shared/api/libraries.ts';
import {
  applyMetadataWrite,
  deleteMetadataWrite,
  getMetadataWrite,
  listMetadataWriteFiles,
  listMetadataWrites,
  planMetadataWrite,
  undoMetadataWrite,
} from '../../../shared/api/metadata-writes.ts';
import { getProgress, updateProgress } from '../../../shared/api/progress.ts';
import { startScan } from '../../../shared/api/scans.ts';
import { connect } from '../../database/database.ts';
import { parseComicInfo } from '../../media/comic-info/comic-info.ts';
import { interceptOperations } from '../../testing/faults/operations.ts';
import { readWithYauzl } from '../../testing/second-zip-reader.ts';
import { newDataDir, startTestServer, type TestServer } from '../../testing/server.ts';
import { writeMetadataHere } from '../../testing/write-metadata-here.ts';
import { pngPage, writeCbz } from '../../testing/zip.ts';

const fixtures = join(import.meta.dirname, '../../../../shared/fixtures/library');

let octavo: TestServer;
let dataDir: string;
let root: string;
let libraryId: string;
const comic = 'Saga/Saga 01.cbz';
const plain = 'Saga/Saga 02.cbz';
const pathOf = (path: string) => join(root, path);

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'octavo-writes-'));
  dataDir = newDataDir();
  octavo = await startTestServer({ dataDir });
  writeCbz(pathOf(comic), 4, `<Title>Old title</Title>${unreadField}`);
  writeCbz(pathOf(plain), 3);
  libraryId = (
    await octavo.api.call(createLibrary, {
      body: { name: 'Comics', path: root, write_metadata: true },
    })
  ).id;
  await rescan();
});
afterEach(async () => {
  await octavo.stop();
  for (const folder of [root, dataDir]) rmSync(folder, { recursive: true, force: true });
});

const rescan = async () => {
  await octavo.api.call(startScan, { params: { id: libraryId } });
  await octavo.idle();
};
const bookAt = async (path: string) => {
  const found = (await octavo.api.call(listBooks, {})).data.find(
    (book) => book.path === pathOf(path),
  );
  if (!found) throw new Error(`There is no ${path}`);
  return found;
};
const rename = async (path: string, title: string) =>
  octavo.api.call(updateBook, { params: { id: (await bookAt(path)).id }, body: { title } });
const plan = async (scope: 'edited' | 'all' = 'edited') => {
  const { id } = await octavo.api.call(planMetadataWrite, {
    params: { id: libraryId },
    body: { scope },
  });
  await octavo.idle();
  return id;
};
const filesOf = async (id: string) =>
  (await octavo.api.call(listMetadataWriteFiles, { params: { id } })).data;
const apply = async (id: string) => {
  await octavo.api.call(applyMetadataWrite, { params: { id } });
  await octavo.idle();
};
const undo = async (id: string, file_ids?: string[]) => {
  await octavo.api.call(undoMetadataWrite, { params: { id }, body: { file_ids } });
  await octavo.idle();
};
const comicInfoTextOf = async (path: string) => {
  const reading = await readWithYauzl(readFileSync(pathOf(path)));
  if ('refused' in reading) throw new Error(reading.refused);
  return reading.entries.find(({ name }) => name === 'ComicInfo.xml')?.content.toString();
};
const comicInfoOf = async (path: string) =>
  parseComicInfo(Buffer.from((await comicInfoTextOf(path)) ?? ''));
/** A field that Octavo does not read, which stays in a file that it writes. */
const unreadField = '<Notes>Kept</Notes>';

test('edits are previewed, written, and undone byte for byte', async () => {
  const before = [comic, plain].map((path) => readFileSync(pathOf(path)));
  const times = statSync(pathOf(comic)).mtimeMs;
  const { id, page_count } = await bookAt(comic);
  await octavo.api.call(updateProgress, {
    params: { id },
    body: { current_page: 3 },
  });
  await rename(comic, 'New title');
  await octavo.api.call(bulkEditSeries, {
    body: { ids: [(await bookAt(comic)).series_id], set: { publisher: 'Press' } },
  });
  const write = await plan();
  expect(await filesOf(write)).toMatchObject([
    {
      path: comic,
      state: 'planned',
      changes: [
        { field: 'title', before: 'Old title', after: 'New title' },
        { field: 'publisher', before: null, after: 'Press' },
      ],
    },
    { path: plain, changes: [{ field: 'publisher', before: null, after: 'Press' }] },
  ]);
  expect(readFileSync(pathOf(comic)).equals(before[0] ?? Buffer.alloc(0))).toBe(true);

  await apply(write);
  expect((await octavo.api.call(getMetadataWrite, { params: { id: write } })).files).toEqual({
    ...{ pending: 0, planned: 0, skipped: 0, written: 2, failed: 0, undone: 0 },
  });
  expect(await comicInfoOf(comic)).toMatchObject({ title: 'New title', publisher: 'Press' });
  expect(await comicInfoTextOf(comic)).toContain(unreadField);
  expect(await comicInfoOf(plain)).toMatchObject({ title: null, publisher: 'Press' });
  expect(statSync(pathOf(comic)).mtimeMs).toBeCloseTo(times, 1);
  expect(readdirSync(dirname(pathOf(comic))).sort()).toEqual(['Saga 01.cbz', 'Saga 02.cbz']);
  expect(await bookAt(comic)).toMatchObject({ id, title: 'New title', page_count });
  expect(await octavo.api.call(getProgress, { params: { id } })).toMatchObject({ current_page: 3 });
  // A scan finds nothing new in it.
  await rescan();
  expect((await octavo.api.call(listBooks, {})).data).toHaveLength(2);

  await undo(write);
  expect([comic, plain].map((path) => readFileSync(pathOf(path)).toString('base64'))).toEqual(
    before.map((bytes) => bytes.toString('base64')),
  );
  expect(await bookAt(comic)).toMatchObject({ id, title: 'New title' });
  await expect(undo(write)).rejects.toThrow(/nothing to undo/);
});

test('one file is undone, and one that somebody else has changed is left', async () => {
  await rename(comic, 'One');
  await rename(plain, 'Two');
  const write = await plan();
  await apply(write);
  const [first, second] = await filesOf(write);
  await undo(write, [second?.id ?? '']);
  expect(await comicInfoTextOf(plain)).toBeUndefined();
  expect(await comicInfoOf(comic)).toMatchObject({ title: 'One' });
  writeCbz(pathOf(comic), 4, '<Title>Theirs</Title>');
  await rescan();
  await undo(write, [first?.id ?? '']);
  expect(await filesOf(write)).toMatchObject([
    { state: 'written', reason: expect.stringMatching(/Another program has changed/) as string },
    { state: 'undone' },
  ]);
  expect(await comicInfoOf(comic)).toMatchObject({ title: 'Theirs' });
});

test('an EPUB gets its metadata into the package document, everything else stays', async () => {
  const name = 'Moby-Dick.epub';
  const source = readdirSync(fixtures, { recursive: true, encoding: 'utf8' }).find((path) =>
    /moby.*\.epub$/i.test(path),
  );
  if (source === undefined) throw new Error('The fixture is missing');
  copyFileSync(join(fixtures, source), pathOf(name));
  chmodSync(pathOf(name), 0o644);
  const before = readFileSync(pathOf(name));
  await rescan();
  await octavo.api.call(updateBook, {
    params: { id: (await bookAt(name)).id },
    body: { title: 'The Whale', publisher: 'Harper & Brothers' },
  });
  const write = await plan();
  await apply(write);
  expect((await filesOf(write)).map(({ state }) => state)).toEqual(['written']);
  const { page_count } = await bookAt(name);
  expect(page_count).toBeGreaterThan(500);
  const [then, now] = await Promise.all(
    [before, readFileSync(pathOf(name))].map((b) => readWithYauzl(b)),
  );
  if (!then || !now || 'refused' in then || 'refused' in now) throw new Error('Unreadable');
  expect(now.entries.map((entry) => entry.name)).toEqual(then.entries.map((entry) => entry.name));
  const differing = now.entries.filter(({ crc32 }, index) => crc32 !== then.entries[index]?.crc32);
  expect(differing).toHaveLength(1);
  expect(String(differing[0]?.content)).toContain('<dc:title id="title">The Whale'.slice(-9));
  await undo(write);
  expect(await filesOf(write)).toMatchObject([{ state: 'undone', reason: null }]);
  expect(readFileSync(pathOf(name)).equals(before)).toBe(true);
});

test('devices that know the former file still find the book', async () => {
  const { id } = await bookAt(comic);
  const hashOf = () => {
    const database = connect(join(dataDir, 'octavo.db'));
    try {
      return database
        .prepare<[string], string>('SELECT document_hash FROM books WHERE id = ?')
        .pluck()
        .get(id);
    } finally {
      database.close();
    }
  };
  const former = hashOf();
  await rename(comic, 'New title');
  await apply(await plan());
  expect(hashOf()).not.toBe(former);
  const database = connect(join(dataDir, 'octavo.db'));
  const { createKoreaderStore } = await import('../koreader/store.ts');
  expect(createKoreaderStore(database).document(former ?? '')?.id).toBe(id);
  expect(createKoreaderStore(database).document(hashOf() ?? '')?.id).toBe(id);
  database.close();
});

test('a crash once a file is written, before its book is, does not cost the undo', async () => {
  const before = readFileSync(pathOf(comic));
  await rename(comic, 'New title');
  const id = await plan();
  await octavo.stop();
  const stop = interceptOperations([dataDir], {
    before: ({ name }) => {
      if (name.trim().startsWith('UPDATE books')) throw new Error('Crashed');
    },
  });
  await expect(writeMetadataHere(dataDir, id, 'apply')).rejects.toThrow('Crashed');
  stop();
  octavo = await startTestServer({ dataDir });
  await apply(id);
  expect(await filesOf(id)).toMatchObject([{ state: 'written' }]);
  await undo(id);
  expect(readFileSync(pathOf(comic)).equals(before)).toBe(true);
});

test('nothing is written unless the library allows it, and nothing without edits', async () => {
  await expect(plan()).rejects.toThrow(/Nothing was edited/);
  await rename(comic, 'New title');
  const write = await plan();
  await octavo.api.call(updateLibrary, {
    params: { id: libraryId },
    body: { write_metadata: false },
  });
  const before = readFileSync(pathOf(comic));
  await expect(apply(write)).rejects.toThrow(/do not allow/);
  await expect(plan()).rejects.toThrow(/do not allow/);
  expect(readFileSync(pathOf(comic)).equals(before)).toBe(true);
  await octavo.api.call(deleteMetadataWrite, { params: { id: write } });
  expect((await octavo.api.call(listMetadataWrites, {})).data).toEqual([]);
});

test('a file that changed since the preview is left as it is', async () => {
  await rename(comic, 'New title');
  const write = await plan();
  appendFileSync(pathOf(comic), 'x');
  const before = readFileSync(pathOf(comic));
  await apply(write);
  expect(await filesOf(write)).toMatchObject([
    {
      state: 'failed',
      reason: expect.stringMatching(/has changed since it was scanned/) as string,
    },
  ]);
  expect(readFileSync(pathOf(comic)).equals(before)).toBe(true);
});

test('all that is known can be written', async () => {
  const write = await plan('all');
  expect(await filesOf(write)).toMatchObject([
    { path: comic, state: 'planned' },
    { path: plain, state: 'planned' },
  ]);
  await apply(write);
  expect(await comicInfoOf(plain)).toMatchObject({ series: 'Saga', number: 2 });
  expect(await comicInfoOf(comic)).toMatchObject({ title: 'Old title' });
  expect(await comicInfoTextOf(comic)).toContain(unreadField);
});

test('a change of another program after ours is noticed, and left until somebody edits again', async () => {
  await rename(comic, 'Mine');
  await apply(await plan());
  writeCbz(pathOf(comic), 4, '<Title>Theirs</Title>');
  await rescan();
  const second = await plan();
  expect(await filesOf(second)).toMatchObject([
    {
      state: 'skipped',
      reason: expect.stringMatching(/^Another program has changed .*: title\. Edit/) as string,
    },
  ]);
  await rename(comic, 'Mine again');
  const third = await plan();
  expect(await filesOf(third)).toMatchObject([
    { state: 'planned', changes: [{ before: 'Theirs', after: 'Mine again' }] },
  ]);
});

describe('beside the book', () => {
  const library = (name: string) =>
    join(
      fixtures,
      readdirSync(fixtures, { recursive: true, encoding: 'utf8' }).find((path) =>
        path.endsWith(name),
      ) ?? `There is no ${name}`,
    );
  const rar = 'Saga/Saga 03.cbr';
  const pdf = 'Paper/Paper.pdf';
  const folder = 'Pages/Pages 01';
  const sidecars = {
    [rar]: 'Saga/Saga 03.xml',
    [pdf]: 'Paper/metadata.opf',
    [folder]: `${folder}/ComicInfo.xml`,
  };
  const textOf = (path: string) =>
    existsSync(pathOf(path)) ? readFileSync(pathOf(path), 'utf8') : null;

  beforeEach(async () => {
    copyFileSync(library('(rar4).cbr'), pathOf(rar));
    mkdirSync(dirname(pathOf(pdf)));
    copyFileSync(library('.pdf'), pathOf(pdf));
    mkdirSync(pathOf(folder), { recursive: true });
    for (const page of [1, 2, 3])
      writeFileSync(pathOf(`${folder}/${page}.png`), pngPage(8, 12, page * 40));
    await rescan();
    for (const path of Object.keys(sidecars)) await rename(path, 'Beside');
  });

  test('other formats get a sidecar, which scans know, and undo removes it', async () => {
    const books = Object.fromEntries(
      await Promise.all(Object.keys(sidecars).map(async (path) => [path, await bookAt(path)])),
    ) as Record<string, Awaited<ReturnType<typeof bookAt>>>;
    const before = Object.keys(sidecars)
      .filter((path) => path !== folder)
      .map((path) => readFileSync(pathOf(path)));
    const write = await plan();
    expect(
      Object.fromEntries((await filesOf(write)).map(({ path, sidecar }) => [path, sidecar])),
    ).toEqual(sidecars);
    await apply(write);
    expect(await filesOf(write)).toMatchObject([
      { state: 'written' },
      { state: 'written' },
      { state: 'written' },
    ]);
    for (const path of Object.values(sidecars)) expect(textOf(path)).toContain('Beside</');
    const hidden = readdirSync(root, { recursive: true, encoding: 'utf8' });
    expect(hidden.filter((name) => name.includes('.part'))).toEqual([]);
    // The book is the same, and its title comes from the file when the edit goes.
    await rescan();
    for (const [path, book] of Object.entries(books)) {
      const { id, title, page_count } = await bookAt(path);
      expect([id, title, page_count]).toEqual([book.id, 'Beside', book.page_count]);
      await octavo.api.call(updateBook, { params: { id }, body: { locks: { title: false } } });
      expect((await bookAt(path)).title).toBe('Beside');
    }
    await undo(write);
    expect(Object.values(sidecars).map(textOf)).toEqual([null, null, null]);
    expect(
      Object.keys(sidecars)
        .filter((path) => path !== folder)
        .every((path, index) =>
          readFileSync(pathOf(path)).equals(before[index] ?? Buffer.alloc(0)),
        ),
    ).toBe(true);
    await rescan();
    expect((await bookAt(rar)).title).not.toBe('Beside');
  });

  test('an existing one is edited, and left if another program changed or made it', async () => {
    const theirs =
      '<?xml version="1.0"?><ComicInfo><Title>Old</Title><Notes>Kept</Notes></ComicInfo>';
    const sidecar = sidecars[rar];
    const early = await plan();
    writeFileSync(pathOf(sidecar), theirs);
    await apply(early);
    const states = await filesOf(early);
    expect(states.find(({ path }) => path === rar)).toMatchObject({
      state: 'failed',
      reason: expect.stringMatching(/Another program has changed the metadata beside/) as string,
    });
    expect(textOf(sidecar)).toBe(theirs);
    await rescan();
    const write = await plan();
    await apply(write);
    expect(textOf(sidecar)).toMatch(/<Title>Beside<.*<Notes>Kept</s);
    await undo(write);
    expect(textOf(sidecar)).toBe(theirs);
    writeFileSync(pathOf(sidecar), '<html/>');
    await rescan();
    expect((await filesOf(await plan())).find(({ path }) => path === rar)).toMatchObject({
      state: 'skipped',
      reason: expect.stringMatching(/holds no metadata/) as string,
    });
  });
});

test('a hard link elsewhere keeps the former file', async () => {
  const elsewhere = join(root, '..', `${libraryId}.cbz`);
  linkSync(pathOf(comic), elsewhere);
  try {
    utimesSync(pathOf(comic), new Date(1e12), new Date(1e12));
    await rescan();
    const before = readFileSync(elsewhere);
    await rename(comic, 'New title');
    await apply(await plan());
    expect(await comicInfoOf(comic)).toMatchObject({ title: 'New title' });
    expect(readFileSync(elsewhere).equals(before)).toBe(true);
  } finally {
    rmSync(elsewhere);
  }
});

test('calibre stays the only program that writes its library', async () => {
  await rename(comic, 'New title');
  await octavo.api.call(updateLibrary, {
    params: { id: libraryId },
    body: { scan_rules: { calibre: true } },
  });
  await expect(plan()).rejects.toThrow(/calibre keeps the metadata/);
});

describe('interrupted', () => {
  /** From the operation with this number on, nothing on the disk succeeds; as if the power failed. */
  const failFrom = (first: number) => {
    let count = 0;
    const stop = interceptOperations([root], {
      before: () => {
        if (count++ >= first) throw new Error('The power failed');
      },
    });
    return () => {
      stop();
      return count > first;
    };
  };
  const titleOf = async () => (await comicInfoOf(comic))?.title;

  const rar = 'Rar/Book.cbr';
  const theirs = '<?xml version="1.0"?><ComicInfo><Title>Old title</Title></ComicInfo>';
  const kinds = {
    'the file itself': { path: comic, title: titleOf, former: 'Old title' },
    'a sidecar': { path: rar, title: () => sidecarTitle(), former: 'Old title' },
    'a new sidecar': { path: rar, title: () => sidecarTitle(), former: null },
  };
  const sidecarTitle = () => {
    const path = pathOf('Rar/ComicInfo.xml');
    if (!existsSync(path)) return Promise.resolve(null);
    return Promise.resolve(parseComicInfo(readFileSync(path))?.title);
  };

  test.each(
    Object.keys(kinds).flatMap((kind) =>
      (['apply', 'undo'] as const).map((step) => [step, kind as keyof typeof kinds] as const),
    ),
  )(
    'at any step, %s (%s) leaves the former or the new file, and ends when it is repeated',
    async (step, kind) => {
      const { path, title, former } = kinds[kind];
      if (path === rar) {
        mkdirSync(pathOf('Rar'));
        const source = readdirSync(fixtures, { recursive: true, encoding: 'utf8' });
        copyFileSync(
          join(fixtures, source.find((name) => name.endsWith('(rar4).cbr')) ?? ''),
          pathOf(rar),
        );
        if (former !== null) writeFileSync(pathOf('Rar/ComicInfo.xml'), theirs);
        await rescan();
      }
      await rename(path, 'New title');
      const write = await plan();
      if (step === 'undo') {
        await apply(write);
        const database = connect(join(dataDir, 'octavo.db'));
        database.exec("UPDATE metadata_write_files SET state = 'undoing'");
        database.close();
      }
      await octavo.stop();
      const outcomes = new Set<string | null | undefined>();
      for (let operation = 0; ; operation += 1) {
        const ended = failFrom(operation);
        const failure = await writeMetadataHere(dataDir, write, step).catch(
          (error: unknown) => error,
        );
        const didFail = ended();
        outcomes.add(await title());
        if (!didFail) break;
        expect(String(failure)).toMatch(/power failed/);
      }
      expect([...outcomes]).toEqual(
        step === 'apply' ? [former, 'New title'] : ['New title', former],
      );
      const left = readdirSync(dirname(pathOf(path)));
      expect(left.filter((name) => name.includes('.part'))).toEqual([]);
      octavo = await startTestServer({ dataDir });
      expect(await filesOf(write)).toMatchObject([
        { state: step === 'apply' ? 'written' : 'undone' },
      ]);
    },
  );
});
