import { expect, test } from 'vitest';

import { decodePage, decodePages, encodePages } from './page-json.ts';
import type {
  ArchivePage,
  FolderPage,
  PdfPage,
  StoredPage,
  TextPage,
  ZipPage,
} from './stored-page.ts';

const facts = {
  filename: 'a "b" 漫画/001.jpg',
  media_type: 'image/jpeg',
  width: 1200,
  height: null,
  file_size: 0,
};
const place = { crc32: 3_689_457_443, method: 8, offset: 5_000_000_000, compressed_size: 7 };

// `Required`, so that a new field must be added here, and survives only if it is stored.
const rare = { error: 'It is damaged.', is_cut_off: true, derived: true } as const;
const zip: Required<ZipPage> = { ...facts, ...place, ...rare, source: undefined };
const archive: Required<ArchivePage> = { ...facts, ...rare, source: 'archive', crc32: 0 };
const folder: Required<FolderPage> = { ...facts, ...rare, source: 'folder' };
const pdf: Required<PdfPage> = { ...facts, ...rare, source: 'pdf', index: 3 };
const text: Required<TextPage> = { ...facts, ...place, ...rare, source: 'text', characters: null };

/** The page itself, without its rare fields, and with each of them. */
const variants = (page: StoredPage): StoredPage[] => {
  const { error, is_cut_off, derived, ...usual } = page;
  const each = [{ error }, { is_cut_off }, { derived }];
  return [page, usual, ...each.map((field) => ({ ...usual, ...field }))] as StoredPage[];
};

test.each([zip, archive, folder, pdf, text])('no field of a page is lost: %o', (page) => {
  const pages = variants(page);
  const json = encodePages(pages);
  expect(decodePages(json)).toEqual(pages);
  const elements = JSON.parse(json) as unknown[];
  expect(elements.map((element) => decodePage(JSON.stringify(element)))).toEqual(pages);
});

test('pages that were stored as objects are read, too', () => {
  const pages = variants(zip);
  expect(decodePages(JSON.stringify(pages))).toEqual(pages);
});

test('the usual pages take half the space of objects', () => {
  const pages = Array.from({ length: 200 }, (_, index) => ({
    ...{ ...facts, filename: `001 (2014) - page ${index}.jpg`, height: 1800, file_size: 812_345 },
    ...place,
  }));
  expect(encodePages(pages).length).toBeLessThan(0.55 * JSON.stringify(pages).length);
});
