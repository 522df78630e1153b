import type { StoredPage } from './stored-page.ts';

type Facts = [
  filename: string,
  media_type: string,
  width: number | null,
  height: number | null,
  file_size: number,
];

/**
 * Pages of the usual kinds are stored as arrays, which take half the space of objects: in this
 * order those of a folder, of an archive that 7-Zip unpacks, and of a ZIP.
 */
type PageRow =
  | Facts
  | [...Facts, crc32: number]
  | [...Facts, crc32: number, method: number, offset: number, compressed_size: number];

/** Fields without a column: a page with one of them is stored as an object. */
const rareFields = ['error', 'is_cut_off', 'derived'] as const;

const rowOf = (page: StoredPage): PageRow | StoredPage => {
  if (rareFields.some((name) => page[name] !== undefined)) return page;
  const facts: Facts = [page.filename, page.media_type, page.width, page.height, page.file_size];
  if (page.source === 'folder') return facts;
  if (page.source === 'archive') return [...facts, page.crc32];
  if (page.source !== undefined) return page;
  return [...facts, page.crc32, page.method, page.offset, page.compressed_size];
};

const pageOf = (stored: PageRow | StoredPage): StoredPage => {
  if (!Array.isArray(stored)) return stored;
  const [filename, media_type, width, height, file_size] = stored;
  const facts = { filename, media_type, width, height, file_size };
  if (stored.length === 5) return { ...facts, source: 'folder' };
  if (stored.length === 6) return { ...facts, source: 'archive', crc32: stored[5] };
  const [, , , , , crc32, method, offset, compressed_size] = stored;
  return { ...facts, crc32, method, offset, compressed_size };
};

/** The JSON of a list of pages, as `pages` columns store it. */
export const encodePages = (pages: readonly StoredPage[]): string =>
  JSON.stringify(pages.map(rowOf));

/** The pages in the JSON of a `pages` column. */
export const decodePages = (json: string): StoredPage[] =>
  (JSON.parse(json) as (PageRow | StoredPage)[]).map(pageOf);

/** The page in the JSON of one element of a `pages` column; null if there is none. */
export const decodePage = (json: string | null | undefined): StoredPage | null =>
  json === null || json === undefined ? null : pageOf(JSON.parse(json) as PageRow | StoredPage);
