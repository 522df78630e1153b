import { normalize } from '../../text/fold.ts';

/** Stands for the root of a book's container while addresses are resolved; leads nowhere. */
const root = new URL('https://book.invalid/');

/** A path with each of its segments percent-encoded, for a URL. */
export const encodePath = (path: string): string =>
  path.split('/').map(encodeURIComponent).join('/');

export interface ResolvedHref {
  /** Inside the container, decoded, in Unicode's composed form; never climbs out of it. */
  path: string;
  /** With its `#`, as written; empty where there is none. */
  fragment: string;
}

/**
 * Where an address in the file at `base` leads inside the container; null when it leads out of the book.
 * As in a URL, `..` at the root stays at the root.
 */
export const resolveHref = (base: string, href: string): ResolvedHref | null => {
  const url = URL.parse(href.trim(), new URL(encodePath(base), root).href);
  if (url?.host !== root.host || url.protocol !== root.protocol) return null;
  try {
    return { path: normalize(decodeURIComponent(url.pathname.slice(1))), fragment: url.hash };
  } catch {
    return { path: url.pathname.slice(1), fragment: url.hash };
  }
};
