import { z } from 'zod';

import type { TextBlock } from '../../../shared/api/pages.ts';

/** The text that was recognised on a page. */
export interface RecognisedPage {
  /** Size of the image (px), in which the blocks are placed. */
  width: number;
  height: number;
  blocks: TextBlock[];
}

/** The recognised text of a book. */
export interface RecognisedBook {
  /** BCP 47. */
  language: string;
  pages: {
    /** Path of the image, as the program that recognised it saw it, in a form that can be compared. */
    image: string;
    /** JSON of a `RecognisedPage`, because few pages are shown. */
    json: string;
  }[];
}

export const maxMokuroBytes = 8 * 1024 * 1024;
const max = {
  pages: 5000,
  blocks: 500,
  /** In the whole book; real ones have some thousands. */
  allBlocks: 100_000,
  lines: 100,
  characters: 1000,
  /** Longer paths are none; combining marks take quadratic time to normalise. */
  path: 1024,
};

const side = z.number().positive().max(100_000);
const edge = z.number().min(-100_000).max(100_000);

const blockSchema = z
  .object({
    box: z.tuple([edge, edge, edge, edge]),
    vertical: z.boolean().catch(true),
    font_size: side.catch(16),
    lines: z.array(z.unknown()),
  })
  .transform(({ box: [left, top, right, bottom], vertical, font_size, lines }): TextBlock => ({
    x: Math.min(left, right),
    y: Math.min(top, bottom),
    width: Math.abs(right - left),
    height: Math.abs(bottom - top),
    vertical,
    font_size,
    lines: lines
      .slice(0, max.lines)
      .flatMap((line) => (typeof line === 'string' ? [line.slice(0, max.characters)] : [])),
  }));

const pageSchema = z.object({
  img_path: z.string().max(max.path).catch(''),
  img_width: side,
  img_height: side,
  blocks: z.array(z.unknown()).catch([]),
});

const fileSchema = z.object({
  // mokuro recognises Japanese and does not say so.
  language: z
    .string()
    .regex(/^[a-z]{2,3}(?:-[a-z0-9]{1,8})*$/i)
    .max(35)
    .catch('ja'),
  pages: z.array(z.unknown()),
});

/** In place of a page that cannot be read, so that the others keep their numbers. */
const unreadable = { img_path: '', img_width: 1, img_height: 1, blocks: [] };

/**
 * Parses the file that mokuro (https://github.com/kha-white/mokuro) writes for a volume. Returns
 * null if invalid; never throws. The largest files take more than a second.
 */
export const parseMokuro = (bytes: Buffer): RecognisedBook | null => {
  if (bytes.length > maxMokuroBytes) return null;
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString('utf8').replace(/^\ufeff/, ''));
  } catch {
    return null;
  }
  const { data } = fileSchema.safeParse(value);
  if (!data) return null;
  let left = max.allBlocks;
  const pages = data.pages.slice(0, max.pages).map((page) => {
    const { img_path, img_width, img_height, blocks } =
      pageSchema.safeParse(page).data ?? unreadable;
    const given = blocks.slice(0, Math.min(left, max.blocks));
    left -= given.length;
    const read: RecognisedPage = {
      width: img_width,
      height: img_height,
      blocks: given.flatMap((block) => {
        const { data } = blockSchema.safeParse(block);
        return data && data.lines.length > 0 ? [data] : [];
      }),
    };
    return { image: comparable(img_path), json: JSON.stringify(read) };
  });
  return { language: data.language, pages };
};

const comparable = (path: string): string =>
  path.normalize('NFC').toLowerCase().replaceAll('\\', '/');
const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
const stemOf = (path: string): string => nameOf(path).replace(/\.[^.]*$/, '');

/**
 * The text of a page: of the image with its name or, if the file has as many pages as the book, the
 * one with its number. `index` is 0-based.
 */
export const recognisedPage = (
  { pages }: RecognisedBook,
  { filename, index, count }: { filename: string; index: number; count: number },
): RecognisedPage | undefined => {
  const wanted = comparable(filename);
  // Folders of a book can have images of the same name.
  const inFolder = pages.filter(({ image }) => image !== '' && `/${wanted}`.endsWith(`/${image}`));
  const sameName = pages.filter(({ image }) => nameOf(image) === nameOf(wanted));
  // Images can have been converted since.
  const sameStem = pages.filter(({ image }) => stemOf(image) === stemOf(wanted));
  const found = [inFolder, sameName, sameStem].find(({ length }) => length === 1);
  const page = found?.[0] ?? (pages.length === count ? pages[index] : undefined);
  return page && (JSON.parse(page.json) as RecognisedPage);
};
