import { MediaError } from '../media-error.ts';
import { imageTypeOfName } from '../media-type.ts';
import type { ZipEntry } from '../zip/directory.ts';
import type { Container } from './container.ts';
import { resolveHref } from './href.ts';
import type { Layout, SpineItem } from './publication.ts';
import { readTextFacts } from './text-metrics.ts';

/** A section of the book's reading order. */
export interface Section {
  item: SpineItem;
  /** Undefined if it is missing from the file. */
  entry: ZipEntry | undefined;
}

/** Characters allowed on a page beside its image: a page number, a credit line. */
const captionCharacters = 40;
/** A file that only shows an image is small (bytes); larger ones are texts and need not be read. */
const wrapperBytes = 8 * 1024;
const fixedPageBytes = 256 * 1024;
/** Share of sections that must show exactly one image for the book to count as a comic. */
const comicShare = 0.8;
/** A reflowable book with fewer images can be a text with a cover and some plates. */
const minImages = 3;

const isImage = ({ media_type: type }: SpineItem): boolean =>
  type.startsWith('image/') && type !== 'image/svg+xml';

/** Larger files are not searched for images, bytes. */
const readableBytes = 5 * 1024 * 1024;

/** The distinct images that a text shows, as entries of the container. */
export const imagesShown = (container: Container, path: string, entry: ZipEntry): ZipEntry[] => {
  if (entry.size > readableBytes) return [];
  const { images } = readTextFacts(container.read(entry));
  return [...new Set(images.flatMap((href) => resolveHref(path, href)?.path ?? []))].flatMap(
    (image) => container.entry(image) ?? [],
  );
};

/** Classifies a section: a single image, a text, or empty. */
const showing = (
  container: Container,
  { item, entry }: Section,
  maxBytes: number,
): ZipEntry | 'text' | 'blank' => {
  if (!entry || entry.size > maxBytes) return 'text';
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
 * The page images of a book in which nearly every section shows one image and almost no text, in
 * order; null for any other book. Blank pages and the few texts around a comic are left out.
 */
export const findPageImages = (
  container: Container,
  sections: readonly Section[],
  layout: Layout,
): ZipEntry[] | null => {
  const maxBytes = layout === 'fixed' ? fixedPageBytes : wrapperBytes;
  const small = sections.filter(
    ({ item, entry }) => isImage(item) || (entry && entry.size <= maxBytes),
  );
  if (small.length < comicShare * sections.length) return null;
  const shown = sections.map((section) => showing(container, section, maxBytes));
  const images = shown.filter((what) => typeof what !== 'string');
  const texts = shown.filter((what) => what === 'text');
  const enough = layout === 'fixed' ? 1 : minImages;
  return images.length >= enough && images.length >= comicShare * (images.length + texts.length)
    ? images
    : null;
};
