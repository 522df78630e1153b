import { DOMParser, type Element } from '@xmldom/xmldom';
import { z } from 'zod';

// The rules of OPDS Catalog 1.2, its Page Streaming Extension and OPDS 2.0, as far as used by our
// feeds.

const atom = 'http://www.w3.org/2005/Atom';
const opds = 'http://opds-spec.org/2010/catalog';
const pse = 'http://vaemendis.net/opds-pse/ns';
const openSearch = 'http://a9.com/-/spec/opensearch/1.1/';

const childrenOf = (element: Element, name: string, namespace = atom): Element[] =>
  Array.from(element.childNodes).filter(
    (node): node is Element =>
      node.nodeType === 1 && node.localName === name && node.namespaceURI === namespace,
  );
const textOf = (element: Element, name: string): string =>
  childrenOf(element, name)[0]?.textContent ?? '';

/** Parses a document; throws for XML that is not well-formed or has unbound prefixes. */
export const parseXml = (xml: string): Element => {
  const problems: string[] = [];
  const parser = new DOMParser({ onError: (_level, message) => problems.push(message) });
  const root = parser.parseFromString(xml, 'application/xml').documentElement;
  if (problems.length > 0 || !root) throw new Error(problems.join('; '));
  return root;
};

/** Below `/opds`, with or without a prefix. */
const inCatalogue = /^(?:\/[a-z0-9-]+)*\/opds\//;
const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;
const catalogType = /^application\/atom\+xml;profile=opds-catalog;kind=(?:navigation|acquisition)$/;
const imageTypes = ['image/gif', 'image/jpeg', 'image/png'];

/** Violations in an Atom document that is a catalogue feed; empty if valid. */
export const atomProblems = (feed: Element): string[] => {
  const problems: string[] = [];
  const check = (isRight: boolean, problem: string) => {
    if (!isRight) problems.push(problem);
  };
  check(feed.localName === 'feed' && feed.namespaceURI === atom, 'the root is no Atom feed');

  const checkCommon = (element: Element, where: string) => {
    for (const name of ['id', 'title', 'updated']) {
      check(childrenOf(element, name).length === 1, `${where} has not one ${name}`);
    }
    check(/^[a-z]+:\S+$/.test(textOf(element, 'id')), `the id of ${where} is no IRI`);
    check(textOf(element, 'title').trim() !== '', `${where} has no title`);
    check(dateTime.test(textOf(element, 'updated')), `${where} was updated at no time`);
    for (const link of childrenOf(element, 'link')) {
      const isTemplate = link.getAttribute('rel') === 'http://vaemendis.net/opds-pse/stream';
      check(
        (isTemplate ? /^[^\s<>|^`"\\]+$/ : /^[^\s<>{}|^`"\\]+$/).test(
          link.getAttribute('href') ?? '',
        ),
        `a link of ${where} is no IRI`,
      );
      for (const name of ['rel', 'href', 'type']) {
        check((link.getAttribute(name) ?? '') !== '', `a link of ${where} has no ${name}`);
      }
      check(
        inCatalogue.test(link.getAttribute('href') ?? ''),
        `a link of ${where} does not begin at the root`,
      );
    }
  };

  checkCommon(feed, 'the feed');
  check(childrenOf(feed, 'author').length > 0, 'the feed has no author');
  const links = childrenOf(feed, 'link');
  const ofRel = (rel: string) => links.filter((link) => link.getAttribute('rel') === rel);
  for (const rel of ['self', 'start']) {
    check(ofRel(rel).length === 1, `the feed has not one link ${rel}`);
  }
  check(ofRel('search').length <= 1, 'the feed has several links search');
  for (const rel of ['self', 'start', 'first', 'previous', 'next', 'last']) {
    for (const link of ofRel(rel)) {
      check(catalogType.test(link.getAttribute('type') ?? ''), `${rel} is no catalogue`);
    }
  }
  const isAcquisition = /kind=acquisition/.test(ofRel('self')[0]?.getAttribute('type') ?? '');
  const facets = ofRel('http://opds-spec.org/facet');
  const groups = Map.groupBy(facets, (link) => link.getAttributeNS(opds, 'facetGroup') ?? '');
  for (const [group, members] of groups) {
    const active = members.filter((link) => link.getAttributeNS(opds, 'activeFacet') === 'true');
    check(group !== '' && active.length <= 1, `the facets of "${group}" are wrong`);
    check(
      members.every((link) => link.getAttribute('title')),
      `a facet of ${group} has no title`,
    );
  }
  for (const name of ['totalResults', 'itemsPerPage', 'startIndex']) {
    for (const element of childrenOf(feed, name, openSearch)) {
      check(/^\d+$/.test(element.textContent ?? ''), `${name} is no number`);
    }
  }

  const entries = childrenOf(feed, 'entry');
  const [total, size, first] = ['totalResults', 'itemsPerPage', 'startIndex'].map((name) => {
    const text = childrenOf(feed, name, openSearch)[0]?.textContent;
    return text === undefined || text === null ? null : Number(text);
  });
  if (typeof total === 'number' && typeof size === 'number' && typeof first === 'number') {
    for (const rel of ['first', 'last']) check(ofRel(rel).length === 1, `the feed has no ${rel}`);
    const wanted = { previous: first > 1, next: first + size <= total };
    for (const [rel, isWanted] of Object.entries(wanted)) {
      check(ofRel(rel).length === Number(isWanted), `the feed is wrong about its ${rel} page`);
    }
    check(total === 0 || entries.length > 0, 'the feed has things, but shows none');
  } else {
    check(
      ['first', 'previous', 'next', 'last'].every((rel) => ofRel(rel).length === 0),
      'no pages',
    );
  }
  check(isAcquisition || facets.length === 0, 'only a list of books has facets');
  const ids = entries.map((entry) => textOf(entry, 'id'));
  check(new Set(ids).size === ids.length, 'two entries have one id');
  for (const entry of entries) {
    const where = `"${textOf(entry, 'title')}"`;
    checkCommon(entry, where);
    const entryLinks = childrenOf(entry, 'link');
    const relOf = (link: Element) => link.getAttribute('rel') ?? '';
    const acquisition = entryLinks.filter((link) =>
      relOf(link).startsWith('http://opds-spec.org/acquisition'),
    );
    const onward = entryLinks.filter((link) => catalogType.test(link.getAttribute('type') ?? ''));
    if (isAcquisition) check(acquisition.length > 0, `${where} cannot be acquired`);
    else check(onward.length === 1 && acquisition.length === 0, `${where} leads not to one feed`);
    check(childrenOf(entry, 'content').length === 1, `${where} says not what it is`);
    for (const link of entryLinks) {
      if (relOf(link).startsWith('http://opds-spec.org/image')) {
        check(imageTypes.includes(link.getAttribute('type') ?? ''), `${where} has a wrong image`);
      }
      if (relOf(link) === 'http://vaemendis.net/opds-pse/stream') {
        const count = Number(link.getAttributeNS(pse, 'count'));
        const lastRead = Number(link.getAttributeNS(pse, 'lastRead') ?? 1);
        check(count >= 1 && lastRead >= 1 && lastRead <= count, `${where} counts wrongly`);
        check(imageTypes.includes(link.getAttribute('type') ?? ''), `${where} streams no image`);
        check(
          (link.getAttribute('href') ?? '').includes('{pageNumber}'),
          `the pages of ${where} cannot be asked for`,
        );
      }
    }
  }
  return problems;
};

const link = z.object({
  href: z.string().regex(/^(?:\/[a-z0-9-]+)*\/opds\/v2\//),
  type: z.string().min(1),
  rel: z.string().optional(),
  title: z.string().optional(),
  templated: z.boolean().optional(),
});
const has = (rel: string) => (links: { rel?: string | undefined }[]) =>
  links.some((entry) => entry.rel === rel);
const iso = z.iso.datetime({ offset: true });

const contributor = z.array(z.object({ name: z.string().min(1) })).optional();

/** An OPDS 2.0 publication. */
export const publicationRules = z.object({
  metadata: z.object({
    '@type': z.url(),
    title: z.string().min(1),
    identifier: z.url(),
    modified: iso,
    author: contributor,
    contributor,
    language: z.string().optional(),
    published: z.iso.date().optional(),
    numberOfPages: z.int().positive().optional(),
    belongsTo: z.object({ series: z.object({ name: z.string() }) }),
  }),
  links: z.array(link).refine(has('self')).refine(has('http://opds-spec.org/acquisition')),
  images: z.array(link.extend({ type: z.enum(['image/jpeg', 'image/png', 'image/gif']) })).min(1),
});

const counts = {
  numberOfItems: z.int().min(0).optional(),
  itemsPerPage: z.int().positive().optional(),
  currentPage: z.int().positive().optional(),
};
const areUnique = (values: object[]) =>
  new Set(values.map((value) => JSON.stringify(value))).size === values.length;
const collections = {
  navigation: z
    .array(link.extend({ title: z.string().min(1) }))
    .min(1)
    .refine(areUnique)
    .optional(),
  publications: z.array(publicationRules).min(1).refine(areUnique).optional(),
};

/** An OPDS 2.0 feed. */
export const feedRules = z
  .object({
    metadata: z.object({ title: z.string().min(1), modified: iso, ...counts }),
    links: z
      .array(link)
      .refine(areUnique)
      .refine(has('self'))
      .refine(has('start'))
      .refine((links) =>
        links.every(({ href, templated }) => !href.includes('{') || templated === true),
      ),
    ...collections,
    groups: z
      .array(
        z
          .object({
            metadata: z.object({ title: z.string().min(1), ...counts }),
            links: z.array(link).refine(has('self')),
            ...collections,
          })
          .refine(({ publications = [] }) => publications.length > 0),
      )
      .optional(),
    facets: z
      .array(
        z.object({
          metadata: z.object({ title: z.string().min(1) }),
          links: z
            .array(link.extend({ title: z.string().min(1) }))
            .min(2)
            .refine(areUnique),
        }),
      )
      .optional(),
  })
  .refine(
    ({ navigation, publications, groups }) => navigation ?? publications ?? groups,
    'A feed holds navigation, publications or groups',
  )
  .refine(({ metadata, links, navigation = [], publications = [] }) => {
    const { numberOfItems, itemsPerPage, currentPage } = metadata;
    const rels = new Set(links.map(({ rel }) => rel));
    if (numberOfItems === undefined || !itemsPerPage || !currentPage) {
      return !rels.has('next') && !rels.has('previous');
    }
    return (
      rels.has('first') &&
      rels.has('last') &&
      rels.has('previous') === currentPage > 1 &&
      rels.has('next') === currentPage * itemsPerPage < numberOfItems &&
      (numberOfItems === 0 || navigation.length + publications.length > 0)
    );
  }, 'A feed names the pages around it');
export type FeedOfRules = z.infer<typeof feedRules>;
