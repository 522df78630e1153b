import { parseFeed } from 'feedsmith';

import { timestampOf } from '../../lib/timestamps.ts';

/** A feed entry, independent of the format; missing values are null. */
export interface FeedItem {
  title: string;
  /** Its guid or Atom id, else its link, else its title. */
  identity: string;
  /** Web page of the entry. */
  page: string | null;
  /** A file: an enclosure, or the link if it does not point to a web page. */
  media: { url: string; type: string | null } | null;
  description: string | null;
  published: string | null;
}

export interface ReleaseFeed {
  title: string;
  items: FeedItem[];
}

/** The fields used from the parser's output. */
interface RssItem {
  title?: string;
  link?: string;
  guid?: { value?: string; isPermaLink?: boolean };
  description?: string;
  pubDate?: string;
  enclosures?: { url?: string; type?: string }[];
}
interface AtomEntry {
  title?: { value?: string };
  id?: string;
  links?: { href?: string; rel?: string; type?: string }[];
  summary?: { value?: string };
  published?: string;
  updated?: string;
}

/** Parses RSS or Atom. Throws if the text is neither. */
export const readFeed = (text: string): ReleaseFeed => {
  const parsed = parseFeed(text);
  if (parsed.format === 'rss') {
    return { title: parsed.feed.title ?? '', items: (parsed.feed.items ?? []).map(ofRss) };
  }
  if (parsed.format === 'atom') {
    const { title, entries } = parsed.feed;
    return { title: title?.value ?? '', items: (entries ?? []).map(ofAtom) };
  }
  throw new Error('The feed is neither RSS nor Atom.');
};

/** Maximum length of a stored URL. */
const maxUrl = 4096;
const fits = (url: string | undefined): url is string => url !== undefined && url.length <= maxUrl;
const isWebPage = (url: string | undefined): url is string =>
  fits(url) && /^https?:\/\//i.test(url) && URL.canParse(url);
/** Schemes that are safe to follow. */
const isDownload = (url: string | undefined): url is string =>
  fits(url) && /^(https?:\/\/|magnet:)/i.test(url) && URL.canParse(url);
const isFile = (url: string): boolean =>
  /^magnet:|\.(torrent|cb[zr7t]|zip|epub|pdf)($|\?)/i.test(url);

const ofRss = ({ title = '', link, guid, description, pubDate, enclosures }: RssItem): FeedItem => {
  const permalink =
    guid && guid.isPermaLink !== false && isWebPage(guid.value) ? guid.value : undefined;
  const file = isDownload(link) && isFile(link) ? { url: link, type: null } : null;
  const enclosure = enclosures?.find(({ url }) => isDownload(url));
  return {
    title,
    identity: guid?.value ?? link ?? title,
    page: [file ? undefined : link, permalink, link].find(isWebPage) ?? null,
    media: enclosure?.url ? { url: enclosure.url, type: enclosure.type ?? null } : file,
    description: description ?? null,
    published: time(pubDate),
  };
};

const ofAtom = ({ title, id, links = [], summary, published, updated }: AtomEntry): FeedItem => {
  const enclosure = links.find(({ rel, href }) => rel === 'enclosure' && isDownload(href));
  const page = links.find(({ rel }) => rel === undefined || rel === 'alternate')?.href;
  const name = title?.value ?? '';
  return {
    title: name,
    identity: id ?? page ?? name,
    page: isWebPage(page) ? page : null,
    media: enclosure?.href ? { url: enclosure.href, type: enclosure.type ?? null } : null,
    description: summary?.value ?? null,
    published: time(published ?? updated),
  };
};

/** Parses the various time formats of feeds; null for an invalid one. */
const time = (text: string | undefined): string | null => timestampOf(Date.parse(text ?? ''));
