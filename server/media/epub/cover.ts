import { MediaError } from '../media-error.ts';
import { imageTypeOfName } from '../media-type.ts';
import type { ZipEntry } from '../zip/directory.ts';
import type { Container } from './container.ts';
import { resolveHref } from './href.ts';
import type { PackageDocument } from './package-document.ts';
import { imagesShown } from './sections.ts';
import { attributeOf, elementsOf } from './xml.ts';

/** Possible paths of the cover image, the best first. */
const candidates = ({ items, root, path, spine }: PackageDocument, coverId: string | null) => {
  const named = items.find(({ properties }) => properties.includes('cover-image'));
  const byId = items.find(({ id }) => id === coverId);
  // Some programs write the path where the id belongs.
  const byPath = coverId === null ? null : resolveHref(path, coverId);
  const guide = elementsOf(elementsOf(root, 'guide')[0], 'reference').find(
    (reference) => attributeOf(reference, 'type') === 'cover',
  );
  return [
    named?.path,
    byId?.path,
    byPath?.path,
    resolveHref(path, attributeOf(guide, 'href') ?? '')?.path,
    spine[0]?.path,
  ];
};

/**
 * The entry of the cover image by the rules of EPUB 3 and 2, otherwise the first image of the first
 * section. An SVG is the cover only if no image of the book is in it; a photograph in its own text
 * stays part of it.
 */
export const findCover = (
  container: Container,
  document: PackageDocument,
  coverId: string | null,
): ZipEntry | null => {
  for (const path of candidates(document, coverId)) {
    const entry = path === undefined ? undefined : container.entry(path);
    if (path === undefined || !entry) continue;
    if (imageTypeOfName(path) !== null) return entry;
    try {
      const shown = imagesShown(container, path, entry).filter(
        ({ name }) => imageTypeOfName(name) !== null,
      );
      if (shown[0]) return shown[0];
      if (/\.svg$/i.test(path)) return entry;
    } catch (error) {
      if (!(error instanceof MediaError)) throw error;
    }
  }
  return null;
};
