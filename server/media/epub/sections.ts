import { MediaError } from '../media-error.ts';
import { imageTypeOfName } from '../media-type.ts';
import type { ZipEntry } from '../zip/directory.ts';
import type { Container } from './container.ts';
import { resolveHref } from './href.ts';
import type { Layout, SpineItem } from './publication.ts';
import { readTextFacts } from './text-facts.ts';

/** A part of the book that is read in turn. */
export interface Section {
  item: SpineItem;
  /** Undefined where it is missing from the file. */
  entry: ZipEntry | undefined;
}

/** Characters that a page may show beside its image: a number, a word of credit. */
const captionCharacters = 40;
/** A file that only shows an image is small, bytes; larger ones need not be read to know that they are texts. */
const wrapperBytes = 8 * 1024;
const fixedPageBytes = 256 * 1024;
/** Of the parts of a comic, so many show one image each. */
const comicShare = 0.8;
/** Fewer images in a book that says nothing of pages may as well be a cover and some plates. */
const fewestImages = 3;

const isImage = ({ media_type: type }: SpineItem): boolean =>
  type.startsWith('image/') && type !== 'image/svg+xml';

/** Beyond this a file is not read for the images in it, bytes. */
const readableBytes = 5 * 1024 * 1024;

/** The images that a text shows, each once, as entries of the container. */
export const imagesShown = (container: Container, path: string, entry: ZipEntry): ZipEntry[] => {
  if (entry.size > readableBytes) return [];
  const { images } = readTextFacts(container.read(entry));
  return [...new Set(images.flatMap((href) => resolveHref(path, href)?.path ?? []))].flatMap(
    (image) => container.entry(image) ?? [],
  );
};

/** What a part shows: the one image that it is made of, a text, or nothing at all. */
const showing = (
  container: Container,
  { item, entry }: Section,
  mostBytes: number,
): ZipEntry | 'text' | 'blank' => {
  if (!entry || entry.size > mostBytes) return 'text';
  if (isImage(item)) return entry;
  try {
    const { characters, images } = readTextFacts(container.read(entry));
    if (characters > captionCharacters) return 'text';
    const shown = imagesShown(container, item.path, entry);
    const [first] = shown;
    if (!first) return images.length === 0 && characters === 0 ? 'blank' : 'text';
    return shown.length === 1 && imageTypeOfName(first.name) !== null ? first : 'text';
  } catch (error) {
    if (error instanceof MediaError) return 'text';
    throw error;
  }
};

/**
 * The page images of a book of which nearly every part shows one image and next to no text, in order; null
 * of any other book. Blank pages are left out, and so are the few texts around a comic.
 */
export const findPageImages = (
  container: Container,
  sections: readonly Section[],
  layout: Layout,
): ZipEntry[] | null => {
  const mostBytes = layout === 'fixed' ? fixedPageBytes : wrapperBytes;
  const small = sections.filter(
    ({ item, entry }) => isImage(item) || (entry && entry.size <= mostBytes),
  );
  if (small.length < comicShare * sections.length) return null;
  const shown = sections.map((section) => showing(container, section, mostBytes));
  const images = shown.filter((what) => typeof what !== 'string');
  const texts = shown.filter((what) => what === 'text');
  const enough = layout === 'fixed' ? 1 : fewestImages;
  return images.length >= enough && images.length >= comicShare * (images.length + texts.length)
    ? images
    : null;
};
