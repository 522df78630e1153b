import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { loadSharp } from '../server/media/images.ts';
import { createRandom } from '../server/testing/random.ts';
import { type TestEntry, zipBytes } from '../server/testing/zip.ts';

/** Changes that a copy makes to its original. */
export const copyKinds = [
  're-encoded',
  'as WebP',
  'cropped',
  'renamed',
  'repacked',
  'with a page before',
] as const;
export type CopyKind = (typeof copyKinds)[number];

/** A file of the library, by its path, and the number of the story that it holds. */
export interface Lookalike {
  path: string;
  story: number;
  kind: CopyKind | 'original';
}

const width = 700;
const height = 1050;
const booksPerSeries = 10;
/** Share of books with a copy, of all kinds together. */
const shareOfCopies = 0.05;

/** Numbers from 0 to 1, the same for the same seed; seeds that follow one another give numbers that differ. */
const randomOf = (seed: number) => createRandom(Math.imul(seed + 1, 0x9e3779b1)).fraction;

/** Figures and hatching of a panel. */
const panelOf = (random: () => number, x: number, y: number, w: number, h: number): string => {
  const grey = () => `hsl(0 0% ${Math.round(random() * 100)}%)`;
  const shapes = Array.from({ length: 2 + Math.floor(random() * 9) }, () => {
    const [cx, cy] = [x + random() * w, y + random() * h];
    return random() < 0.5
      ? `<ellipse cx="${cx}" cy="${cy}" rx="${random() * w * 0.4}" ry="${random() * h * 0.4}" fill="${grey()}"/>`
      : `<rect x="${cx}" y="${cy}" width="${random() * w * 0.6}" height="${random() * h * 0.6}" fill="${grey()}"/>`;
  });
  const hatching = Array.from({ length: Math.floor(random() ** 2 * 60) }, () => {
    const [x1, y1] = [x + random() * w, y + random() * h];
    return `<path d="M${x1} ${y1}l${random() * 90 - 45} ${random() * 90 - 45}" stroke="${grey()}" stroke-width="2"/>`;
  });
  return `<svg x="${x}" y="${y}" width="${w}" height="${h}" viewBox="${x} ${y} ${w} ${h}">
    <rect x="${x}" y="${y}" width="${w}" height="${h}" fill="${grey()}"/>${shapes.join('')}${hatching.join('')}</svg>`;
};

/** A page of panels between white gutters; the covers of a series share their head. */
const drawPage = async (seed: number, series: number, isCover: boolean): Promise<Buffer> => {
  const random = randomOf(seed);
  const panels: string[] = [];
  if (isCover) {
    panels.push(panelOf(random, 0, 0, width, height));
    panels.push(panelOf(randomOf(series + 5_000_000), 0, 0, width, height / 4));
  } else {
    const rows = 2 + Math.floor(random() * 3);
    for (let row = 0; row < rows; row++) {
      const columns = 1 + Math.floor(random() * 3);
      for (let column = 0; column < columns; column++) {
        const [w, h] = [(width - 20) / columns, (height - 20) / rows];
        panels.push(panelOf(random, 20 + column * w, 20 + row * h, w - 20, h - 20));
      }
    }
  }
  const sharp = await loadSharp();
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="white"/>${panels.join('')}</svg>`;
  return sharp(Buffer.from(svg)).jpeg({ quality: 88 }).toBuffer();
};

const pagesOf = (story: number): Promise<Buffer[]> => {
  const count = 16 + (story % 13);
  const series = Math.floor(story / booksPerSeries);
  return Promise.all(
    Array.from({ length: count }, (_, page) => drawPage(story * 100 + page, series, page === 0)),
  );
};

const nameOf = (page: number, extension = 'jpg') =>
  `${String(page + 1).padStart(3, '0')}.${extension}`;
const entriesOf = (pages: readonly Buffer[], extension?: string): TestEntry[] =>
  pages.map((data, page) => ({ name: nameOf(page, extension), data }));

const copyOf = async (kind: CopyKind, pages: readonly Buffer[]): Promise<TestEntry[]> => {
  const sharp = await loadSharp();
  const reencoded = () =>
    Promise.all(pages.map((page) => sharp(page).resize(480).jpeg({ quality: 62 }).toBuffer()));
  switch (kind) {
    case 're-encoded':
      return entriesOf(await reencoded());
    case 'as WebP':
      return entriesOf(
        await Promise.all(pages.map((page) => sharp(page).webp({ quality: 60 }).toBuffer())),
        'webp',
      );
    case 'cropped': {
      const box = { left: 18, top: 24, width: width - 36, height: height - 48 };
      return entriesOf(
        await Promise.all(
          pages.map((page) => sharp(page).extract(box).jpeg({ quality: 80 }).toBuffer()),
        ),
      );
    }
    case 'renamed':
      return pages.map((data, page) => ({ name: `scan-${nameOf(page)}`, data }));
    case 'repacked':
      return [
        ...entriesOf(pages).map((entry) => ({ ...entry, deflate: true })),
        { name: 'ComicInfo.xml', data: '<ComicInfo><Title>Again</Title></ComicInfo>' },
      ];
    case 'with a page before':
      return entriesOf([await drawPage(9_999_999, 0, false), ...(await reencoded())]);
  }
};

/**
 * Writes books of 16 to 28 drawn pages, ten a series, and copies of 5 % of them, as many of each kind.
 * Deterministic.
 */
export const generateLookalikes = async (root: string, stories: number): Promise<Lookalike[]> => {
  const files: Lookalike[] = [];
  const write = (path: string, entries: readonly TestEntry[]) => {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), zipBytes(entries));
  };
  const copies = Math.max(1, Math.round((stories * shareOfCopies) / copyKinds.length));
  for (let story = 0; story < stories; story++) {
    const pages = await pagesOf(story);
    const series = `Series ${Math.floor(story / booksPerSeries)}`;
    const path = `${series}/Story ${story}.cbz`;
    write(path, entriesOf(pages));
    files.push({ path, story, kind: 'original' });
    // Each story has at most one copy, so that every kind is judged separately.
    const kind = copyKinds[Math.floor(story / copies)];
    if (kind === undefined) continue;
    const copy = `Copies/${kind}/Story ${story}.cbz`;
    write(copy, await copyOf(kind, pages));
    files.push({ path: copy, story, kind });
  }
  return files;
};
