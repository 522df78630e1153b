import { normalize } from '../../text/search-key.ts';

/** Placeholder base URL for resolving addresses inside the container; `.invalid` never resolves. */
const root = new URL('https://book.invalid/');

/** Percent-encodes each segment of a path for a URL. */
export const encodePath = (path: string): string =>
  path.split('/').map(encodeURIComponent).join('/');

export interface ResolvedHref {
  /** Inside the container (percent-decoded, Unicode NFC); never above its root. */
  path: string;
  /** Including the `#`, as written; empty if there is none. */
  fragment: string;
}

/**
 * Resolves an address in the file at `base` to a container path; null when it points outside the
 * book. As in a URL, `..` at the root stays at the root.
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
