import { pageNames } from '../../shared/page-names.ts';
import { isOddOnWindows } from '../../server/paths/windows-names.ts';
import type { PagePort, Sender } from '../ports.ts';

/** Permissions that the page needs: full screen and wake lock of the reader, copy buttons. */
const grantedPermissions = new Set(['fullscreen', 'screen-wake-lock', 'clipboard-sanitized-write']);

/**
 * Whether a frame is allowed to navigate to `url`. The window must stay on its site: the origin and
 * base path of a server. Frames inside the page show book content from the same site, a blob or
 * inline.
 */
export const canNavigate = (url: string, site: string, isMainFrame: boolean): boolean => {
  const target = parse(url);
  if (!target) return false;
  // A blob has the origin of the page that created it, so only frames are allowed to show one.
  if (isOnSite(target, site) || (!isMainFrame && isBlobOf(target, site))) return true;
  return !isMainFrame && (url === 'about:blank' || url === 'about:srcdoc');
};

/** Whether a link can be opened in the system's browser: https only. */
export const canOpenOutside = (url: string): boolean => parse(url)?.protocol === 'https:';

/** Whether a browser permission is granted to `requestingUrl`, which can be an origin only. */
export const canUse = (permission: string, requestingUrl: string, site: string): boolean =>
  grantedPermissions.has(permission) && isOnOrigin(parse(requestingUrl), site);

/**
 * Whether a message comes from the application's page. API responses share its origin but can
 * contain book files, so a window showing one is not trusted.
 */
export const isTrusted = (sender: Sender, site: string): boolean => {
  const page = sender?.isMainFrame ? parse(sender.url) : null;
  if (!page || !isOnSite(page, site) || page.pathname.startsWith('//')) return false;
  return pageNames.has(page.pathname.split('/')[1] ?? '');
};

/**
 * Compares scheme and host, because Node reports no origin for the shell's own scheme. Blobs have
 * the origin of the page that created them, but can contain anything: their host is empty.
 */
const isOnOrigin = (url: URL | null, site: string): url is URL => {
  const wanted = parse(site);
  return url !== null && url.protocol === wanted?.protocol && url.host === wanted.host;
};

/** Whether a URL has the origin of a site and is below its base path. */
const isOnSite = (url: URL | null, site: string): boolean =>
  isOnOrigin(url, site) && `${url.pathname}/`.startsWith(`${baseOf(site)}/`);

/** The path below which a site is: empty, or `/octavo`. */
const baseOf = (site: string): string => (parse(site)?.pathname ?? '').replace(/\/+$/, '');

const isBlobOf = (url: URL, site: string): boolean =>
  url.protocol === 'blob:' && isOnOrigin(parse(url.origin), site);

/** The book that a page wants to open in its own window, or null for any other URL. */
export const bookToRead = (url: string, site: string): string | null => {
  const target = parse(url);
  if (!target || !isOnSite(target, site)) return null;
  const path = target.pathname.slice(baseOf(site).length);
  return /^\/read\/([0-9a-f-]{36})$/.exec(path)?.[1] ?? null;
};

/** Below every file system's limit, because the browser or the user can append to the name. */
const maxNameBytes = 200;

/** Invisible characters, and characters that are reserved on some system. */
const unsafeCharacters = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}<>:"/\\|?*]/gu;

/**
 * The suggested file name of a download: valid on every system and without hidden
 * characters.
 */
export const downloadName = (name: string): string => {
  const plain = name
    .toWellFormed()
    .replace(unsafeCharacters, '_')
    .replace(/^[. ]+/, '');
  let short = '';
  // Truncates from the front, because the extension identifies the file type.
  for (const letter of Array.from(plain).reverse()) {
    if (Buffer.byteLength(letter + short) > maxNameBytes) break;
    short = letter + short;
  }
  const ended = short.replace(/[. ]+$/, '');
  if (ended === '') return 'download';
  return isOddOnWindows(ended) ? `_${ended}` : ended;
};

/**
 * Whether the page can download from these URLs: all must be on its server's site, or blobs of the
 * page.
 */
export const canDownload = (urls: readonly string[], site: string): boolean =>
  urls.length > 0 &&
  urls.every((url) => {
    const target = parse(url);
    return target !== null && (isOnSite(target, site) || isBlobOf(target, site));
  });

/**
 * Whether the page of a foreign server can send a request: to that server only, so that it cannot
 * reach other devices of the network through this window.
 */
export const canRequest = (url: string, site: string): boolean => {
  const target = parse(url);
  if (!target) return false;
  return target.protocol === 'data:' || isOnOrigin(target, site) || isBlobOf(target, site);
};

interface PageGuard {
  /** Opens an https URL in the system's browser. */
  openOutside: (url: string) => void;
  /** Opens a book in a new reader window. */
  read: (bookId: string) => void;
  /** Called with the URL of a file dropped on the page; pages cannot trigger it otherwise. */
  take?: (fileUrl: string) => void;
}

/** Applies these rules to a page; the site is that of the current server. */
export const guardPage = (
  page: PagePort,
  site: () => string,
  { openOutside, read, take }: PageGuard,
): void => {
  page.onNavigate((event, url, isMainFrame) => {
    if (canNavigate(url, site(), isMainFrame)) return;
    event.preventDefault();
    if (isMainFrame && isFile(url)) take?.(url);
  });
  page.onAttachWebview((event) => event.preventDefault());
  page.onOpenWindow((url) => {
    const book = bookToRead(url, site());
    if (book !== null) read(book);
    else if (isFile(url)) take?.(url);
    // The normalised URL that was checked.
    else if (canOpenOutside(url)) openOutside(new URL(url).href);
  });
  page.onPermission((permission, url) => canUse(permission, url, site()));
  page.onDownload((urls, name) => (canDownload(urls, site()) ? downloadName(name) : null));
};

const isFile = (url: string): boolean => parse(url)?.protocol === 'file:';

const parse = (url: string): URL | null => (URL.canParse(url) ? new URL(url) : null);
