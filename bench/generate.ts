import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { pngPage, type TestEntry, zipBytes } from '../server/testing/zip.ts';

export interface GeneratedLibrary {
  files: number;
  bytes: number;
}

const booksPerSeries = 20;
const pagesPerBook = 20;

const comicInfo = (series: string, number: number): string =>
  `<?xml version="1.0" encoding="utf-8"?>
<ComicInfo>
  <Title>The ${number}th story</Title><Series>${series}</Series><Number>${number}</Number>
  <Summary>${'Something happens, and then something else. '.repeat(6)}</Summary>
  <Year>${1990 + (number % 30)}</Year><Month>${1 + (number % 12)}</Month>
  <Writer>Ann Author, Bob Writer</Writer><Penciller>Cy Artist</Penciller><Publisher>House</Publisher>
  <Genre>Adventure, Humour</Genre><LanguageISO>en</LanguageISO><AgeRating>Teen</AgeRating>
</ComicInfo>`;

/**
 * Writes a library of CBZ files to `root`: 20 small pages each, ComicInfo.xml in every third, 20
 * books per series. Deterministic.
 */
export const generateLibrary = (root: string, books: number): GeneratedLibrary => {
  let bytes = 0;
  for (let index = 0; index < books; index++) {
    const series = `Series ${String(Math.floor(index / booksPerSeries) + 1).padStart(4, '0')}`;
    const number = (index % booksPerSeries) + 1;
    const folder = join(root, series);
    const entries: TestEntry[] = Array.from({ length: pagesPerBook }, (_, page) => ({
      name: `page ${String(page + 1).padStart(3, '0')}.png`,
      // Size and shade vary, so that no two books have the same content.
      data: pngPage(100 + (index % 97), 150 + ((index + page) % 89), (index * 7 + page) % 256),
    }));
    if (index % 3 === 0) {
      entries.push({ name: 'ComicInfo.xml', data: comicInfo(series, number), deflate: true });
    }
    const archive = zipBytes(entries);
    bytes += archive.length;
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${series} ${String(number).padStart(3, '0')} (2014).cbz`), archive);
  }
  return { files: books, bytes };
};
