import type { Element } from '@xmldom/xmldom';

import { createKeepAliveFetch } from './keep-alive-fetch.ts';
import { atomProblems, feedRules, parseXml } from './opds-rules.ts';
import { opdsSchemas } from './opds-schemas.ts';

/** A link, independent of the OPDS version. */
interface CrawledLink {
  href: string;
  type: string | undefined;
  rel: string;
  /** Number of streamable pages. */
  count: number | undefined;
  /** Whether it declares that it needs credentials; null if its format cannot. */
  needsCredentials: boolean | null;
}

interface Visit {
  url: string;
  /** The link's media type; undefined if it has none. */
  type: string | undefined;
  rel: string;
  from: string;
  needsCredentials: boolean | null;
}

export interface Crawl {
  /** Errors, each with the document that contains the link. */
  problems: string[];
  /** All requested URLs, with the media type of the response. */
  visited: Map<string, string | null>;
}

interface CrawlOptions {
  start: string;
  /** The path that links must not leave. */
  base: string;
  headers: Record<string, string>;
  /**
   * Combines two facets instead of one (there are thousands of combinations), and downloads images
   * and files instead of sending HEAD only.
   */
  isThorough?: boolean;
  /**
   * Asks for each document once, and nothing without credentials: HEAD and anonymous answers do not depend
   * on what the caller can see.
   */
  isLinksOnly?: boolean;
  /**
   * The most addresses to visit, and pages to stream; all by default. With a limit, nothing is asked without
   * credentials, because a device of the network has few such requests.
   */
  limit?: number;
  /** Called with each response that was read. */
  onRead?: (path: string, response: Response, body: Buffer) => void;
}

const words = ['potion', '%26%20%3C%22', ''];

/**
 * Follows all links from `start`, breadth first and each URL once, with HEAD and GET. Feeds,
 * publications and manifests must be valid, types must match those of the links, and no link can
 * leave `base`.
 */
export const crawl = async (
  url: string,
  {
    start,
    base,
    headers,
    isThorough = false,
    isLinksOnly = false,
    limit = Infinity,
    onRead,
  }: CrawlOptions,
): Promise<Crawl> => {
  const { get, head: askHead } = createKeepAliveFetch();
  const problems: string[] = [];
  const visited = new Map<string, string | null>();
  const queue: Visit[] = [];
  // Streamed pages are visited last, because they change progress and thereby other feeds.
  const streamed: Visit[] = [];
  const push = (from: string, links: readonly CrawledLink[]) => {
    for (const link of links) {
      for (const address of addressesOf(link)) {
        if (choicesOf(address) > (isThorough ? 2 : 1)) continue;
        const { type, rel, needsCredentials } = link;
        const target = rel.endsWith('opds-pse/stream') ? streamed : queue;
        target.push({ url: address, type, rel, from, needsCredentials });
      }
    }
  };

  const visit = async ({ url: path, type, rel, from, needsCredentials }: Visit) => {
    const report = (problem: string) => problems.push(`${path} (${rel} of ${from}): ${problem}`);
    if (!path.startsWith(`${base}/`) && path !== base) {
      report('leads out of the catalogue');
      return;
    }
    if (!visited.has(path)) {
      const isDocumentLink = type === undefined || /json|xml/.test(type);
      const head = isLinksOnly && isDocumentLink ? null : await askHead(url + path, headers);
      const isDocument = /json|xml/.test(head?.headers.get('content-type') ?? '');
      const isRead = isThorough || isDocument || head?.status !== 200;
      const full = head === null || isRead ? await get(url + path, headers) : head;
      const bytes = Buffer.from(await full.arrayBuffer());
      const contentType = full.headers.get('content-type');
      visited.set(path, contentType);
      onRead?.(path, full, bytes);
      const isProgression = rel.endsWith('/api/progression');
      if (full.status !== 200 && !(isProgression && full.status === 204)) {
        report(`answers ${full.status}`);
        return;
      }
      if (head !== null) {
        for (const name of ['content-type', 'content-length', 'etag']) {
          const [asked, got] = [head.headers.get(name), full.headers.get(name)];
          if (asked !== got) report(`HEAD says ${name} ${asked}, GET ${got}`);
        }
        if (head.status !== full.status) report(`HEAD answers ${head.status}, GET ${full.status}`);
      }
      const canBeEmpty = rel.endsWith('opds-spec.org/progression');
      if (isRead && full.status === 200 && bytes.length === 0 && !canBeEmpty) report('is empty');
      if (needsCredentials !== null && limit === Infinity && !isLinksOnly) {
        const anonymous = await askHead(url + path);
        const expected = needsCredentials ? 401 : 200;
        if (anonymous.status !== expected) {
          report(`answers ${anonymous.status} without credentials instead of ${expected}`);
        }
      }
      if (isRead && full.status === 200 && bytes.length > 0) {
        const { problems: own, links } = examine(contentType, bytes);
        own.forEach(report);
        push(path, links);
      }
    }
    const actual = visited.get(path) ?? null;
    if (type !== undefined && actual !== null && actual.replace('; charset=utf-8', '') !== type) {
      report(`is ${actual} instead of ${type}`);
    }
  };

  queue.push({ url: start, type: undefined, rel: 'start', from: start, needsCredentials: null });
  // The queue grows during the iteration.
  for (const next of queue) {
    if (visited.size < limit || visited.has(next.url)) await visit(next);
  }
  for (const next of streamed.slice(0, limit)) await visit(next);
  return { problems, visited };
};

/** Number of facets combined in a URL. */
const choicesOf = (address: string): number =>
  address.match(/[?&](?:library|letter|status|publisher)=/g)?.length ?? 0;

/** URLs to request for a link, which can be a template. */
const addressesOf = ({ href, rel, count }: CrawledLink): string[] => {
  if (rel.endsWith('opds-pse/stream')) {
    const pages = [...new Set([0, (count ?? 1) - 1])];
    return pages.flatMap((page) => {
      const address = href.replace('{pageNumber}', String(page));
      return [address, address.replace('{maxWidth}', '200')];
    });
  }
  if (href.includes('{searchTerms}'))
    return words.map((entry) => href.replace('{searchTerms}', entry));
  if (href.includes('{?query}'))
    return words.map((entry) => href.replace('{?query}', `?query=${entry}`));
  return [href];
};

const examine = (contentType: string | null, bytes: Buffer) => {
  const [mediaType = ''] = (contentType ?? '').split(';');
  const none = { problems: [], links: [] };
  if (!isKnown(mediaType)) return none;
  const text = bytes.toString('utf8');
  if (mediaType === 'application/atom+xml') {
    const feed = parseXml(text);
    const problems = [...opdsSchemas[mediaType](text), ...atomProblems(feed)];
    return { problems, links: xmlLinks(feed, 'link', 'href') };
  }
  if (mediaType === 'application/opensearchdescription+xml') {
    return {
      problems: opdsSchemas[mediaType](text),
      links: xmlLinks(parseXml(text), 'Url', 'template'),
    };
  }
  const json = JSON.parse(text) as object;
  const problems = opdsSchemas[mediaType](json);
  if (mediaType === 'application/opds-authentication+json') return { problems, links: [] };
  const isCatalogue = mediaType.startsWith('application/opds');
  if (mediaType === 'application/opds+json') {
    const { error } = feedRules.safeParse(json);
    problems.push(
      ...(error?.issues ?? []).map((entry) => `${entry.path.join('.')}: ${entry.message}`),
    );
  }
  return { problems, links: jsonLinks(json, isCatalogue) };
};

const isKnown = (type: string): type is keyof typeof opdsSchemas => type in opdsSchemas;

const xmlLinks = (root: Element, name: string, address: string): CrawledLink[] =>
  Array.from(root.getElementsByTagName(name)).map((link) => ({
    href: link.getAttribute(address) ?? '',
    type: link.getAttribute('type') ?? undefined,
    rel: link.getAttribute('rel') ?? 'results',
    count: Number(link.getAttribute('pse:count') ?? 1),
    needsCredentials: null,
  }));

/** All objects with an `href`, except for the resources and headings of a book. */
const jsonLinks = (value: unknown, isCatalogue: boolean): CrawledLink[] => {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.entries(value).flatMap(([name, entry]) => {
    if (ofBook.has(name)) return [];
    return name === 'properties'
      ? authenticateLinks(entry as JsonLink['properties'])
      : jsonLinks(entry, isCatalogue);
  });
  if (!('href' in value) || typeof value.href !== 'string') return inner;
  const { href, type, rel = 'item', properties } = value as JsonLink;
  const needsCredentials = isCatalogue ? properties?.authenticate !== undefined : null;
  return [{ href, type, rel, count: undefined, needsCredentials }, ...inner];
};

interface JsonLink {
  href: string;
  type?: string;
  rel?: string;
  properties?: { authenticate?: JsonLink };
}

const ofBook = new Set(['resources', 'toc', 'pageList', 'landmarks']);

const authenticateLinks = (properties: JsonLink['properties']): CrawledLink[] => {
  const { authenticate } = properties ?? {};
  if (!authenticate) return [];
  const { href, type } = authenticate;
  return [{ href, type, rel: 'authenticate', count: undefined, needsCredentials: false }];
};
