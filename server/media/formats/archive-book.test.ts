import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, describe, expect, it, test } from 'vitest';

import { packArchive, tarBytes } from '../../testing/archives.ts';
import { pngPage, zipBytes } from '../../testing/zip.ts';
import { openBook } from './open-book.ts';

const fixtures = join(import.meta.dirname, '../../../../shared/fixtures');
const dir = mkdtempSync(join(tmpdir(), 'octavo-archives-'));
afterAll(() => rmSync(dir, { recursive: true }));

const open = (path: string) => openBook(path, statSync(path).size);

interface Fixture {
  path: string;
  expect?: { real?: string; status?: string; pages?: number };
}

const formats: Record<string, string> = { rar4: 'cbr', rar5: 'cbr', '7z': 'cb7', tar: 'cbt' };
const sentences: Record<string, RegExp> = {
  damaged: /damaged or cut off|parts of this archive are missing/,
  encrypted: /protected by a password/,
  'no-pages': /no page images|archive is empty/,
  // Two archives that claim far more than they contain.
  hostile: /damaged or cut off/,
  // Later volumes of an archive.
  any: /later part/,
};

const manifest = JSON.parse(readFileSync(join(fixtures, 'MANIFEST.json'), 'utf8')) as {
  files: Fixture[];
};
const archives = manifest.files.filter(({ expect: { real = '' } = {} }) => real in formats);

describe('every RAR, 7z and TAR of the fixtures', () => {
  it('is there', () => {
    expect(archives.length).toBeGreaterThan(20);
  });

  test.each(archives)('$path', async ({ path, expect: { real = '', status = '', pages } = {} }) => {
    const book = await open(join(fixtures, path));
    expect(book.format).toBe(formats[real]);
    expect(book.fingerprint).not.toBeNull();
    if (status === 'ok') {
      expect(book).toMatchObject({ error: null });
      expect(book.pages).toHaveLength(pages ?? 0);
    } else {
      // A truncated archive is read as far as possible, with a message.
      expect(book.error ?? book.note).toMatch(sentences[status] ?? /never/);
      expect(book.error === null).toBe(book.pages.length > 0);
    }
  });
});

test.each([
  ['wrong-extension/7z-inside.cbz', 'The file is a 7z archive named .cbz.'],
  ['wrong-extension/rar5-inside.cbz', 'The file is a RAR archive named .cbz.'],
  ['wrong-extension/tar-inside.cbr', 'The file is a TAR archive named .cbr.'],
])('%s is noted', async (name, note) => {
  expect((await open(join(fixtures, 'faults', name))).note).toBe(note);
});

const comicInfo = '<ComicInfo><Title>The Fox</Title><Number>3</Number></ComicInfo>';

test.each(['-t7z', '-ttar', '-tzip -mm=LZMA'])('ComicInfo.xml is read (%s)', async (switches) => {
  const path = join(dir, `info${switches}.cbz`);
  writeFileSync(join(dir, '1.png'), pngPage());
  writeFileSync(join(dir, 'ComicInfo.xml'), comicInfo);
  packArchive(path, dir, ['1.png', 'ComicInfo.xml'], ...switches.split(' '));
  const { metadata, pages } = await open(path);
  expect(metadata).toMatchObject({ title: 'The Fox', number: 3 });
  expect(pages.map(({ filename }) => filename)).toEqual(['1.png']);
});

it('reads a TAR of the old kind by its name, since its content does not tell', async () => {
  const path = join(dir, 'old.cbt');
  writeFileSync(path, tarBytes([{ name: '1.png', data: pngPage() }], { marked: false }));
  expect(await open(path)).toMatchObject({ format: 'cbt', error: null, note: null });
});

it('says of noise named .cbt that it is not an archive', async () => {
  const path = join(dir, 'noise.cbt');
  writeFileSync(path, Buffer.alloc(4096, 'noise '));
  expect((await open(path)).error).toMatch(/damaged or cut off/);
});

it('reads a ZIP without its table of contents as far as it goes', async () => {
  const path = join(dir, 'cut.cbz');
  const bytes = zipBytes(['1.png', '2.png'].map((name) => ({ name, data: pngPage() })));
  writeFileSync(path, bytes.subarray(0, bytes.indexOf('PK\x01\x02')));
  const book = await open(path);
  expect(book).toMatchObject({ format: 'cbz', error: null });
  expect(book.note).toMatch(/damaged or cut off/);
  expect(book.pages.map(({ filename }) => filename)).toEqual(['1.png', '2.png']);
});
