import { extname } from 'node:path';

import { imageTypeOfName } from '../media-type.ts';
import { resolveHref } from './href.ts';
import type { SpineItem } from './publication.ts';
import { attributeOf, elementsOf, type XmlElement } from './xml.ts';

/** An entry of the manifest. */
export interface ManifestItem {
  id: string;
  /** Path in the container, percent-decoded. */
  path: string;
  media_type: string;
  /** `nav`, `cover-image` … */
  properties: string[];
  /** Id of the fallback for a type that cannot be displayed. */
  fallback: string | null;
}

export interface PackageDocument {
  /** Path of the package document. */
  path: string;
  root: XmlElement;
  items: ManifestItem[];
  /** Items in reading order, as far as the manifest lists them. */
  spine: SpineItem[];
  /** Number of spine entries without a manifest item. */
  lost: number;
  /** The table of contents in EPUB 2. */
  ncx: ManifestItem | null;
}

const typesByExtension: Record<string, string> = {
  '.xhtml': 'application/xhtml+xml',
  '.html': 'application/xhtml+xml',
  '.htm': 'application/xhtml+xml',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.ncx': 'application/x-dtbncx+xml',
  '.ttf': 'font/ttf',
  '.otf': 'font/otf',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
};

const typeOf = (element: XmlElement, path: string): string =>
  attributeOf(element, 'media-type')?.toLowerCase() ??
  typesByExtension[extname(path).toLowerCase()] ??
  imageTypeOfName(path) ??
  'application/octet-stream';

const words = (text: string | null): string[] => text?.split(/\s+/) ?? [];

const readItems = (manifest: XmlElement | undefined, base: string): ManifestItem[] =>
  elementsOf(manifest, 'item').flatMap((element) => {
    const target = resolveHref(base, attributeOf(element, 'href') ?? '');
    if (!target || target.path === '') return [];
    return {
      id: attributeOf(element, 'id') ?? '',
      path: target.path,
      media_type: typeOf(element, target.path),
      properties: words(attributeOf(element, 'properties')),
      fallback: attributeOf(element, 'fallback'),
    };
  });

const showable = (type: string): boolean =>
  /^(application\/xhtml\+xml|text\/html|image\/.+|text\/x-oeb1-document)$/.test(type);

/** The item itself, or its first displayable fallback. */
const shown = (item: ManifestItem, byId: Map<string, ManifestItem>): ManifestItem => {
  const seen = new Set<ManifestItem>();
  for (let next: ManifestItem | undefined = item; next && !seen.has(next);) {
    if (showable(next.media_type)) return next;
    seen.add(next);
    next = next.fallback === null ? undefined : byId.get(next.fallback);
  }
  return item;
};

const sides = ['left', 'right', 'center'] as const;
const spreads = ['none', 'auto', 'landscape', 'both'] as const;

const toSpineItem = (reference: XmlElement, { path, media_type }: ManifestItem): SpineItem => {
  const properties = words(attributeOf(reference, 'properties')).map((name) =>
    name.replace(/^rendition:/, ''),
  );
  return {
    path,
    media_type,
    linear: attributeOf(reference, 'linear') !== 'no',
    page: sides.find((side) => properties.includes(`page-spread-${side}`)) ?? null,
    layout: properties.includes('layout-pre-paginated')
      ? 'fixed'
      : properties.includes('layout-reflowable')
        ? 'reflowable'
        : null,
    spread: spreads.find((spread) => properties.includes(`spread-${spread}`)) ?? null,
  };
};

/** EPUB allows none; some books repeat an empty page. */
const maxRepeats = 32;

/** Otherwise a small file lets its readers search one long text thousands of times. */
const withoutFloods = (spine: readonly SpineItem[]): SpineItem[] => {
  const counts = new Map<string, number>();
  return spine.filter(({ path }) => {
    const count = (counts.get(path) ?? 0) + 1;
    counts.set(path, count);
    return count <= maxRepeats;
  });
};

/** If no item is linear, all of them are. */
const withLinear = (spine: SpineItem[]): SpineItem[] =>
  spine.some(({ linear }) => linear) ? spine : spine.map((item) => ({ ...item, linear: true }));

/** Reads the package document (OPF 2 and 3) of an EPUB; `path` is its path in the container. */
export const readPackage = (root: XmlElement, path: string): PackageDocument => {
  const items = readItems(elementsOf(root, 'manifest')[0], path);
  const byId = new Map(items.map((item) => [item.id, item]));
  const spine = elementsOf(root, 'spine')[0];
  const references = elementsOf(spine, 'itemref');
  const found = references.flatMap((reference) => {
    const item = byId.get(attributeOf(reference, 'idref') ?? '');
    return item ? toSpineItem(reference, shown(item, byId)) : [];
  });
  return {
    path,
    root,
    items,
    spine: withLinear(withoutFloods(found)),
    lost: references.length - found.length,
    ncx:
      byId.get(attributeOf(spine, 'toc') ?? '') ??
      items.find(({ media_type }) => media_type === 'application/x-dtbncx+xml') ??
      null,
  };
};
