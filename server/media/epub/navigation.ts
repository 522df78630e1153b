import { encodePath, resolveHref } from './href.ts';
import type { NavigationEntry } from './publication.ts';
import { attributeOf, descendantsOf, elementsOf, textOf, type XmlElement } from './xml.ts';

/** The three navigation lists of a book. */
export interface Navigation {
  toc: NavigationEntry[];
  page_list: NavigationEntry[];
  landmarks: NavigationEntry[];
}

const addressOf = (base: string, href: string | null): string | null => {
  const target = href === null ? null : resolveHref(base, href);
  return target ? encodePath(target.path) + target.fragment : null;
};

const entry = (
  title: string | null,
  href: string | null,
  children: NavigationEntry[],
): NavigationEntry[] =>
  title === null && href === null ? children : [{ title: title ?? '', href, children }];

const listEntries = (list: XmlElement | undefined, base: string): NavigationEntry[] =>
  elementsOf(list, 'li').flatMap((item) => {
    const link = elementsOf(item, 'a')[0];
    const label = link ?? elementsOf(item, 'span')[0];
    const href = addressOf(base, attributeOf(link, 'href'));
    return entry(labelOf(label), href, listEntries(elementsOf(item, 'ol')[0], base));
  });

/** The text of a label, or the alternative text of its image. */
const labelOf = (label: XmlElement | undefined): string | null =>
  textOf(label) ??
  attributeOf(label, 'title') ??
  (label ? attributeOf(descendantsOf(label, 'img')[0], 'alt') : null);

/** Reads the navigation document of an EPUB 3 at `base`. */
export const readNav = (root: XmlElement, base: string): Navigation => {
  const navs = descendantsOf(root, 'nav');
  const listOf = (type: string) => {
    const nav = navs.find((candidate) =>
      (candidate.attributes['epub:type'] ?? '').split(/\s+/).includes(type),
    );
    return nav ? listEntries(descendantsOf(nav, 'ol')[0], base) : [];
  };
  return { toc: listOf('toc'), page_list: listOf('page-list'), landmarks: listOf('landmarks') };
};

const ncxEntries = (
  parent: XmlElement | undefined,
  name: string,
  base: string,
): NavigationEntry[] =>
  elementsOf(parent, name).flatMap((point) =>
    entry(
      textOf(elementsOf(elementsOf(point, 'navLabel')[0], 'text')[0]),
      addressOf(base, attributeOf(elementsOf(point, 'content')[0], 'src')),
      ncxEntries(point, name, base),
    ),
  );

/** Reads the table of contents of an EPUB 2 (NCX) at `base`. */
export const readNcx = (root: XmlElement, base: string): Navigation => ({
  toc: ncxEntries(elementsOf(root, 'navMap')[0], 'navPoint', base),
  page_list: ncxEntries(elementsOf(root, 'pageList')[0], 'pageTarget', base),
  landmarks: [],
});

/** The landmarks of an EPUB 2, in the guide of its package document at `base`. */
export const readGuide = (opf: XmlElement, base: string): NavigationEntry[] =>
  elementsOf(elementsOf(opf, 'guide')[0], 'reference').flatMap((reference) =>
    entry(attributeOf(reference, 'title'), addressOf(base, attributeOf(reference, 'href')), []),
  );
