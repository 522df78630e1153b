import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';

import SQLite from 'better-sqlite3';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';

import { updateBook } from '../../../shared/api/edits.ts';
import {
  createIntakeFolder,
  lookThroughFolder,
  updateIntakeFolder,
} from '../../../shared/api/intake-folders.ts';
import {
  type ChangeIntakeFiles,
  getIntake,
  type IntakeFile,
  listIntakeFiles,
  listIntakes,
  takeIn,
  undoIntake,
  updateIntakeFiles,
} from '../../../shared/api/intake.ts';
import { updateLibrary } from '../../../shared/api/libraries.ts';
import { connect } from '../../database/database.ts';
import { interceptOperations } from '../../testing/faults/operations.ts';
import { needs } from '../../testing/needs.ts';
import { leftOutOnWindows } from '../../testing/on-windows.ts';
import { startScannedLibrary, type ScannedLibraryServer } from '../../testing/scanned-library.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { addUser } from '../../testing/users.ts';
import { runJobHere } from '../../testing/run-job-here.ts';
import { pngPage, type TestEntry, writeCbz } from '../../testing/zip.ts';

const isRoot = process.getuid?.() === 0;

let octavo: TestServer;
let scanned: ScannedLibraryServer;
beforeAll(async () => {
  octavo = await startTestServer();
});
afterAll(() => octavo.stop());
let downloads: string;
beforeEach(async () => {
  scanned = await startScannedLibrary('folder', octavo);
  downloads = join(dirname(scanned.root), 'downloads');
  mkdirSync(downloads);
});
afterEach(() => scanned.stop());

let made = 0;
/** Pages of one size, unlike those of any other file. */
const pages = (count: number, width: number): TestEntry[] => [
  ...Array.from({ length: count }, (_, index) => ({
    name: `${String(index).padStart(3, '0')}.png`,
    data: pngPage(width, width * 2, index),
  })),
  { name: 'notes.txt', data: `${(made += 1)}` },
];
const download = (path: string, count: number, width: number, comicInfo?: string): void =>
  writeCbz(join(downloads, path), pages(count, width), comicInfo);
const inLibrary = (path: string) => join(scanned.root, path);
const bytesOf = (path: string) => readFileSync(path);

const addFolder = (fields: Partial<Parameters<typeof addBody>[0]> = {}) =>
  scanned.api.call(createIntakeFolder, { body: addBody(fields) });
const addBody = (fields: {
  method?: 'copy' | 'move';
  is_watched?: boolean;
  quiet_minutes?: number;
}) => ({ path: downloads, library_id: scanned.library.id, ...fields });
const look = async (folderId: string): Promise<string> => {
  const { id } = await scanned.api.call(lookThroughFolder, { params: { id: folderId } });
  await octavo.idle();
  return id;
};
const report = async (id: string): Promise<Record<string, IntakeFile>> => {
  const { data } = await scanned.api.call(listIntakeFiles, { params: { id } });
  return Object.fromEntries(data.map((file) => [file.path, file]));
};
const change = (id: string, body: ChangeIntakeFiles) =>
  scanned.api.call(updateIntakeFiles, { params: { id }, body });
const take = async (id: string) => {
  await scanned.api.call(takeIn, { params: { id } });
  await octavo.idle();
};
const undo = async (id: string, file_ids?: string[]) => {
  await scanned.api.call(undoIntake, { params: { id }, body: file_ids ? { file_ids } : {} });
  await octavo.idle();
};

describe('a folder of new files', () => {
  beforeEach(async () => {
    writeCbz(inLibrary('Saga (2012)/Saga 001.cbz'), pages(4, 20));
    writeCbz(inLibrary('Saga (2012)/Saga 002.cbz'), pages(4, 20));
    writeCbz(inLibrary('Bone/Bone 001.cbz'), pages(4, 60));
    await scanned.scan();
    // The sizes of pages are known after the scan.
    await octavo.idle();
  });

  test('is being looked through as soon as somebody asks for it', async () => {
    for (let number = 1; number <= 12; number += 1) download(`Saga ${number + 10}.cbz`, 8, 40);
    const { id: folderId } = await addFolder();
    const { id } = await scanned.api.call(lookThroughFolder, { params: { id: folderId } });
    const { status, error } = await scanned.api.call(getIntake, { params: { id } });
    // A fast machine can be done already.
    expect([['looking', 'ready'].includes(status), error]).toEqual([true, null]);
    await octavo.idle();
    expect(await scanned.api.call(getIntake, { params: { id } })).toMatchObject({
      status: 'ready',
    });
  });

  test('is compared with the library, and nothing is written before it is taken in', async () => {
    download('Saga 003 (2012).cbz', 4, 20);
    download('saga_#2_(digital).cbz', 6, 40);
    download('Bone 001.cbz', 4, 20);
    download('odd name.cbz', 4, 20, '<Series>Saga</Series><Number>9</Number>');
    download('Unheard Of 1.cbz', 4, 20);
    download('scan0815.cbz', 4, 20);
    copyFileSync(inLibrary('Bone/Bone 001.cbz'), join(downloads, 'copy.cbz'));
    writeFileSync(join(downloads, 'broken.cbz'), 'PK\x03\x04 cut off');
    const folder = await addFolder();
    const id = await look(folder.id);
    const files = await report(id);

    expect(files['Saga 003 (2012).cbz']).toMatchObject({
      ...{ verdict: 'new', action: 'add', basis: 'name', number: 3, is_confident: true },
      target: 'Saga (2012)/Saga 003 (2012).cbz',
      series: { name: 'Saga' },
    });
    expect(files['saga_#2_(digital).cbz']).toMatchObject({
      ...{ verdict: 'better', action: 'replace', width: 40, height: 80 },
      present: { path: 'Saga (2012)/Saga 002.cbz', page_count: 4, width: 20, height: 40 },
      target: 'Saga (2012)/Saga 002.cbz',
      differences: expect.arrayContaining([
        { kind: 'pages', is_better: true },
        { kind: 'resolution', is_better: true },
      ]) as unknown,
    });
    expect(files['Bone 001.cbz']).toMatchObject({
      ...{ verdict: 'worse', action: 'skip' },
      differences: expect.arrayContaining([{ kind: 'resolution', is_better: false }]) as unknown,
    });
    expect(files['odd name.cbz']).toMatchObject({
      ...{ verdict: 'new', basis: 'metadata', number: 9 },
      target: 'Saga (2012)/Saga 009.cbz',
    });
    expect(files['Unheard Of 1.cbz']).toMatchObject({
      ...{ verdict: 'unmatched', action: 'skip', series: null, series_name: 'Unheard Of' },
    });
    expect(files['copy.cbz']).toMatchObject({
      ...{ verdict: 'present', basis: 'content', action: 'skip' },
      present: { path: 'Bone/Bone 001.cbz' },
    });
    expect(files['broken.cbz']).toMatchObject({
      ...{ verdict: 'unreadable', action: 'skip', error: expect.any(String) as string },
    });
    expect(await scanned.shape()).toEqual({ Saga: 2, Bone: 1 });
    expect(readdirSync(inLibrary('Saga (2012)'))).toHaveLength(2);

    // Decisions of a person: another series in bulk, a new one, a name of their own.
    const bone = await scanned.seriesNamed('Bone');
    const idOf = (name: string) => files[name]?.id ?? '';
    await change(id, { file_ids: [idOf('scan0815.cbz')], series_id: bone.id, number: 7 });
    await change(id, { verdict: 'unmatched', action: 'add' });
    await change(id, {
      file_ids: [idOf('Saga 003 (2012).cbz')],
      target: 'Saga (2012)/Third: part.cbz',
    });
    await take(id);
    const taken = await report(id);
    expect(taken['scan0815.cbz']).toMatchObject({ state: 'taken', target: 'Bone/Bone 007.cbz' });
    expect(taken['broken.cbz']).toMatchObject({ state: 'planned' });
    expect(await scanned.shape()).toEqual({ Saga: 4, Bone: 2, 'Unheard Of': 1 });
    expect(existsSync(inLibrary('Saga (2012)/Third part.cbz'))).toBe(true);
    expect(existsSync(inLibrary('Unheard Of/Unheard Of 001.cbz'))).toBe(true);
    const seven = await scanned.bookAt('Bone 007.cbz');
    expect(seven).toMatchObject({ series_id: bone.id, number: 7 });
    expect(readdirSync(downloads)).toHaveLength(8);
    expect(await scanned.api.call(getIntake, { params: { id } })).toMatchObject({ status: 'done' });

    // A second look finds everything there.
    const again = await report(await look(folder.id));
    expect(again['Saga 003 (2012).cbz']).toMatchObject({ verdict: 'present', basis: 'content' });
  });

  test('a better file replaces a worse one, and undo restores it', async () => {
    const before = await scanned.bookAt('Saga 002.cbz');
    const old = bytesOf(inLibrary('Saga (2012)/Saga 002.cbz'));
    await scanned.read(before.id);
    await scanned.api.call(updateBook, { params: { id: before.id }, body: { title: 'My title' } });
    // In another format, so that the path of the book changes.
    writeCbz(join(downloads, 'Saga 2.zip'), pages(6, 40));
    const better = bytesOf(join(downloads, 'Saga 2.zip'));
    const folder = await addFolder({ method: 'move' });
    const id = await look(folder.id);
    await take(id);

    expect(readdirSync(inLibrary('Saga (2012)')).sort()).toEqual(['Saga 001.cbz', 'Saga 002.zip']);
    expect(bytesOf(inLibrary('Saga (2012)/Saga 002.zip'))).toEqual(better);
    expect(readdirSync(downloads)).toEqual([]);
    expect(await scanned.book(before.id)).toMatchObject({
      ...{ title: 'My title', page_count: 6, series_id: before.series_id },
      path: expect.stringContaining('Saga 002.zip') as string,
    });
    expect(await scanned.progressOf(before.id)).toMatchObject({ current_page: 1 });
    await scanned.scan();
    expect(await scanned.shape()).toEqual({ Saga: 2, Bone: 1 });

    await undo(id);
    expect(bytesOf(inLibrary('Saga (2012)/Saga 002.cbz'))).toEqual(old);
    expect(bytesOf(join(downloads, 'Saga 2.zip'))).toEqual(better);
    expect(readdirSync(inLibrary('Saga (2012)')).sort()).toEqual(['Saga 001.cbz', 'Saga 002.cbz']);
    expect(await scanned.book(before.id)).toMatchObject({
      ...{ title: 'My title', page_count: 4 },
      path: expect.stringContaining('Saga 002.cbz') as string,
    });
    expect(await scanned.progressOf(before.id)).toMatchObject({ current_page: 1 });
  });

  test('undo takes single files out again; copies go to the bin', async () => {
    download('Saga 003.cbz', 4, 20);
    download('Saga 004.cbz', 4, 21);
    const id = await look((await addFolder()).id);
    await take(id);
    const files = await report(id);
    await undo(id, [files['Saga 004.cbz']?.id ?? '']);
    expect(await scanned.shape()).toEqual({ Saga: 3, Bone: 1 });
    expect(existsSync(inLibrary('Saga (2012)/Saga 004.cbz'))).toBe(false);
    expect(existsSync(join(downloads, 'Saga 004.cbz'))).toBe(true);
    expect((await report(id))['Saga 004.cbz']).toMatchObject({ state: 'undone' });
    // And it can be taken in again.
    await change(id, { file_ids: [files['Saga 004.cbz']?.id ?? ''], action: 'add' });
    await take(id);
    expect(await scanned.shape()).toEqual({ Saga: 4, Bone: 1 });
  });

  test('nothing is overwritten, and what fails says why', async () => {
    download('Saga 003.cbz', 4, 20);
    download('Saga 004.cbz', 4, 22);
    const id = await look((await addFolder({ method: 'move' })).id);
    writeFileSync(inLibrary('Saga (2012)/SAGA 003.cbz'), 'put there by hand');
    writeCbz(join(downloads, 'Saga 004.cbz'), pages(9, 30));
    await take(id);
    const files = await report(id);
    expect(files['Saga 003.cbz']).toMatchObject({
      state: 'failed',
      reason: expect.stringContaining('already exists') as string,
    });
    expect(files['Saga 004.cbz']).toMatchObject({
      state: 'failed',
      reason: expect.stringContaining('has changed') as string,
    });
    expect(readFileSync(inLibrary('Saga (2012)/SAGA 003.cbz'), 'utf8')).toBe('put there by hand');
    expect(readdirSync(downloads)).toHaveLength(2);
  });

  test.skipIf(isRoot || leftOutOnWindows('rights of its files are set otherwise'))(
    'a folder without write access fails with a sentence',
    needs('an account other than root'),
    async () => {
      download('Saga 003.cbz', 4, 20);
      const id = await look((await addFolder()).id);
      chmodSync(inLibrary('Saga (2012)'), 0o500);
      await take(id);
      chmodSync(inLibrary('Saga (2012)'), 0o700);
      expect((await report(id))['Saga 003.cbz']).toMatchObject({
        state: 'failed',
        reason: expect.stringContaining('permission') as string,
      });
    },
  );

  /** Adds three files, as a process leaves them that was killed: a draft, a reserved name, a file in place. */
  const interrupted = async () => {
    const before = await scanned.bookAt('Saga 002.cbz');
    download('Saga 002.cbz', 6, 40);
    download('Saga 003.cbz', 4, 20);
    download('Saga 004.cbz', 4, 21);
    const id = await look((await addFolder({ method: 'move' })).id);
    const files = await report(id);
    const db = new SQLite(join(octavo.dataDir, 'octavo.db'));
    const hash = (name: string) =>
      createHash('sha256')
        .update(bytesOf(join(downloads, name)))
        .digest('hex');
    const interrupt = db.prepare(
      `UPDATE intake_files SET state = 'taking', checksum = @hash, former_path = @former WHERE id = @id`,
    );
    const set = (name: string, former: string | null) =>
      interrupt.run({ id: files[name]?.id, hash: hash(name), former });
    set('Saga 002.cbz', 'Saga (2012)/Saga 002.cbz');
    set('Saga 003.cbz', null);
    set('Saga 004.cbz', null);
    const target = inLibrary('Saga (2012)');
    const bin = join(scanned.root, '.octavo-bin', 'crashed');
    mkdirSync(bin, { recursive: true });
    renameSync(join(target, 'Saga 002.cbz'), join(bin, 'Saga 002.cbz'));
    db.prepare(
      `INSERT INTO binned_files (id, library_pk, book_pk, path, file_size, reason, state, binned_at)
       SELECT 'crashed', library_pk, pk, path, file_size, 'replaced', 'moving', '2026-01-01T00:00:00.000Z'
       FROM books WHERE id = ?`,
    ).run(before.id);
    db.close();
    writeFileSync(join(target, `.octavo-upload-${files['Saga 002.cbz']?.id}.cbz`), 'half a co');
    writeFileSync(join(target, 'Saga 003.cbz'), '');
    copyFileSync(join(downloads, 'Saga 004.cbz'), join(target, 'Saga 004.cbz'));
    return { id, before, target };
  };

  test('a crash is settled, whether it came before or after the file got its name', async () => {
    const { id, before, target } = await interrupted();
    await take(id);

    const settled = await report(id);
    for (const name of ['Saga 002.cbz', 'Saga 003.cbz', 'Saga 004.cbz']) {
      expect(settled[name]).toMatchObject({ state: 'taken', reason: null });
    }
    expect(readdirSync(target).sort()).toEqual([
      ...['Saga 001.cbz', 'Saga 002.cbz', 'Saga 003.cbz', 'Saga 004.cbz'],
    ]);
    expect(await scanned.book(before.id)).toMatchObject({ page_count: 6 });
    expect(readdirSync(downloads)).toEqual([]);
    await undo(id);
    expect(await scanned.book(before.id)).toMatchObject({ page_count: 4 });
    expect(await scanned.shape()).toEqual({ Saga: 2, Bone: 1 });
  });

  test('a file counts as moved whose source was deleted just before a crash', async () => {
    const { id } = await interrupted();
    const bytes = bytesOf(join(downloads, 'Saga 004.cbz'));
    rmSync(join(downloads, 'Saga 004.cbz'));
    await take(id);
    expect((await report(id))['Saga 004.cbz']).toMatchObject({ state: 'taken', reason: null });
    await undo(id);
    expect(bytesOf(join(downloads, 'Saga 004.cbz')).equals(bytes)).toBe(true);
  });

  test('undo after a crash leaves nothing behind, and restores the file that was being replaced', async () => {
    const present = bytesOf(inLibrary('Saga (2012)/Saga 002.cbz'));
    const { id, before, target } = await interrupted();
    await undo(id);
    expect(readdirSync(target).sort()).toEqual(['Saga 001.cbz', 'Saga 002.cbz']);
    expect(bytesOf(join(target, 'Saga 002.cbz')).equals(present)).toBe(true);
    expect(existsSync(join(scanned.root, '.octavo-bin'))).toBe(false);
    expect(await scanned.book(before.id)).toMatchObject({ page_count: 4 });
    expect(await scanned.shape()).toEqual({ Saga: 2, Bone: 1 });
    expect(readdirSync(downloads).sort()).toEqual([
      ...['Saga 002.cbz', 'Saga 003.cbz', 'Saga 004.cbz'],
    ]);
    for (const file of Object.values(await report(id)))
      expect(file).toMatchObject({ state: 'undone' });
  });

  test('undo of moved files that is killed returns them to their folder, once', async () => {
    const names = ['Saga 003.cbz', 'Saga 004.cbz', 'Saga 005.cbz'];
    for (const [index, name] of names.entries()) download(name, 4, 20 + index);
    const contents = names.map((name) => bytesOf(join(downloads, name)));
    const id = await look((await addFolder({ method: 'move' })).id);
    await take(id);
    expect(readdirSync(downloads)).toEqual([]);
    const files = await report(id);
    // The copy back was half done, or only its name was reserved, or the file in the library was not yet deleted.
    for (const name of ['Saga 003.cbz', 'Saga 004.cbz'])
      writeFileSync(join(downloads, `.octavo-upload-${files[name]?.id}.cbz`), 'half a co');
    writeFileSync(join(downloads, 'Saga 004.cbz'), '');
    copyFileSync(inLibrary('Saga (2012)/Saga 005.cbz'), join(downloads, 'Saga 005.cbz'));
    await undo(id);
    expect(readdirSync(downloads).sort()).toEqual(names);
    expect(names.map((name) => bytesOf(join(downloads, name)))).toEqual(contents);
    expect(readdirSync(scanned.root).sort()).toEqual(['Bone', 'Saga (2012)']);
    expect(await scanned.shape()).toEqual({ Saga: 2, Bone: 1 });
  });

  test('undo that is killed at its last step continues, and takes no restored file for a changed one', async () => {
    download('Saga 002.cbz', 6, 40);
    const id = await look((await addFolder()).id);
    await take(id);
    const database = connect(join(octavo.dataDir, 'octavo.db'));
    database.prepare("UPDATE intake_files SET state = 'undoing' WHERE state = 'taken'").run();
    database.close();
    const stop = interceptOperations([octavo.dataDir], {
      before: ({ name }) => {
        if (name.trim().startsWith('UPDATE intake_files SET state')) throw new Error('Crashed');
      },
    });
    const job = { kind: 'intake', intakeId: id, step: 'undo' } as const;
    await expect(runJobHere(octavo.dataDir, job)).rejects.toThrow('Crashed');
    stop();
    await undo(id);
    expect((await report(id))['Saga 002.cbz']).toMatchObject({ state: 'undone', reason: null });
    expect((await scanned.bookAt('Saga 002.cbz')).page_count).toBe(4);
  });

  test('a watched folder takes in new books of known series only', async () => {
    const old = new Date(Date.now() - 3_600_000);
    const folder = await addFolder({ quiet_minutes: 1 });
    for (const name of ['Saga 003.cbz', 'Saga 002.cbz', 'Unheard Of 1.cbz', 'young.cbz']) {
      download(name, 6, 40);
      if (name !== 'young.cbz') utimesSync(join(downloads, name), old, old);
    }
    const check = () =>
      scanned.api.call(updateIntakeFolder, {
        params: { id: folder.id },
        body: { is_watched: true },
      });
    await check();
    await octavo.idle();
    expect((await scanned.api.call(listIntakes, {})).data).toEqual([]);
    utimesSync(join(downloads, 'young.cbz'), old, old);
    await check();
    await vi.waitFor(
      async () => {
        await octavo.idle();
        const [run] = (await scanned.api.call(listIntakes, {})).data;
        expect(run).toMatchObject({ is_automatic: true, status: 'done' });
      },
      { timeout: 20_000, interval: 50 },
    );
    expect(await scanned.shape()).toEqual({ Saga: 3, Bone: 1 });
    const [run] = (await scanned.api.call(listIntakes, {})).data;
    const files = await report(run?.id ?? '');
    expect(files['Saga 002.cbz']).toMatchObject({ verdict: 'better', state: 'planned' });
    expect(files['Saga 003.cbz']).toMatchObject({ state: 'taken' });
    await check();
    expect((await scanned.api.call(listIntakes, {})).total).toBe(1);
  });
});

test('files are named by the pattern of the library', async () => {
  writeCbz(inLibrary('Bone/Bone 001.cbz'), pages(4, 60));
  await scanned.scan();
  const pattern = '{publisher}/{series}/{series} #{number:0000}[ – {title}]';
  await scanned.api.call(updateLibrary, {
    params: { id: scanned.library.id },
    body: { file_name_pattern: pattern },
  });
  const info = (title: string) =>
    `<Series>Zot: A/B</Series><Number>1.5</Number><Title>${title}</Title><Publisher>Eclipse?</Publisher>`;
  download('x.cbz', 4, 20, info('Who: me?'));
  const id = await look((await addFolder()).id);
  const files = await report(id);
  expect(files['x.cbz']?.target).toBe('Eclipse/Zot - A-B/Zot - A-B #0001.5 – Who - me.cbz');
  for (const wrong of ['no placeholder', '{series', '{unknown}', '/{series}', '{series}\\x']) {
    await expect(
      scanned.api.call(updateLibrary, {
        params: { id: scanned.library.id },
        body: { file_name_pattern: wrong },
      }),
    ).rejects.toMatchObject({ code: 'BadRequest' });
  }
});

test('folders inside of libraries, links and other people are refused', async () => {
  writeCbz(inLibrary('Bone/Bone 001.cbz'), pages(4, 60));
  await scanned.scan();
  const add = (path: string) =>
    scanned.api.call(createIntakeFolder, { body: { path, library_id: scanned.library.id } });
  for (const path of [scanned.root, inLibrary('Bone'), dirname(scanned.root), octavo.dataDir]) {
    await expect(add(path)).rejects.toMatchObject({ code: 'BadRequest' });
  }
  const folder = await addFolder();
  await expect(add(downloads)).rejects.toMatchObject({ code: 'Conflict' });

  if (process.platform !== 'win32') {
    symlinkSync(inLibrary('Bone'), join(downloads, 'linked'));
    const files = await report(await look(folder.id));
    expect(files['linked/Bone 001.cbz']).toMatchObject({
      error: expect.stringContaining('link') as string,
    });
  }
  const maintainer = await addUser(octavo.dataDir, { username: 'mia', role: 'maintainer' });
  for (const path of ['/intake/folders', '/intakes']) {
    expect((await octavo.request(path, { headers: maintainer })).status).toBe(403);
  }
  const hostile = { file_ids: undefined, verdict: undefined, target: '../../etc/x.cbz' };
  download('Bone 002.cbz', 4, 20);
  const id = await look(folder.id);
  const [file] = Object.values(await report(id)).filter(({ verdict }) => verdict === 'new');
  await expect(change(id, { ...hostile, file_ids: [file?.id ?? ''] })).rejects.toMatchObject({
    code: 'BadRequest',
  });
});
