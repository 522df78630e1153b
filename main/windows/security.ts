import { pageNames } from '../../shared/page-names.ts';
import { isOddOnWindows } from '../../server/paths/windows-names.ts';
import type { PagePort, Sender, ShellPort } from '../ports.ts';

/** Permissions that the page needs: full screen and wake lock of the reader, copy buttons. */
const grantedPermissions = new Set(['fullscreen', 'screen-wake-lock', 'clipboard-sanitized-write']);

/**
 * Whether a frame is allowed to navigate to `url`. The window must stay on the application's
 * origin. Frames inside the page show book content from the same origin, a blob or inline.
 */
export const mayNavigate = (url: string, origin: string, isMainFrame: boolean): boolean => {
  const target = parse(url);
  if (!target) return false;
  // A blob has the origin of the page that created it, so only frames are allowed to show one.
  if (target.origin === origin) return !isMainFrame || target.protocol !== 'blob:';
  return !isMainFrame && (url === 'about:blank' || url === 'about:srcdoc');
};

/** Whether a link can be opened in the system's browser: https only. */
export const mayOpenOutside = (url: string): boolean => parse(url)?.protocol === 'https:';

/** Whether a browser permission is granted to `requestingUrl`. */
export const mayUse = (permission: string, requestingUrl: string, origin: string): boolean =>
  grantedPermissions.has(permission) && isOnSite(parse(requestingUrl), origin);

/**
 * Whether a message comes from the application's page. API responses share its origin but can
 * contain book files, so a window showing one is not trusted.
 */
export const isTrusted = (sender: Sender, origin: string): boolean => {
  const page = sender?.isMainFrame ? parse(sender.url) : null;
  if (!page || !isOnSite(page, origin) || page.pathname.startsWith('//')) return false;
  return pageNames.has(page.pathname.split('/')[1] ?? '');
};

/** A blob has the origin of the page that created it, but can contain anything. */
const isOnSite = (url: URL | null, origin: string): boolean =>
  url?.origin === origin && url.protocol !== 'blob:';

/** The book that a page wants to open in its own window, or null for any other URL. */
export const bookToRead = (url: string, origin: string): string | null => {
  const target = parse(url);
  const [, id] = /^\/read\/([0-9a-f-]{36})$/.exec(target?.pathname ?? '') ?? [];
  return target?.origin === origin && target.protocol !== 'blob:' && id !== undefined ? id : null;
};

/** Below every file system's limit, because the browser or the user can append to the name. */
const maxNameBytes = 200;

/** Invisible characters, and characters that are reserved on some system. */
const oddCharacters = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}<>:"/\\|?*]/gu;

/**
 * The suggested file name of a download: valid on every system and without hidden
 * characters.
 */
export const downloadName = (name: string): string => {
  const plain = name
    .toWellFormed()
    .replace(oddCharacters, '_')
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
 * Whether the page can download from these URLs: all must have our server's origin, or that
 * of our page.
 */
export const mayDownload = (urls: readonly string[], origin: string): boolean =>
  urls.length > 0 && urls.every((url) => parse(url)?.origin === origin);

interface PageGuard {
  shell: Pick<ShellPort, 'openExternal'>;
  /** Opens a book in a new reader window. */
  read: (bookId: string) => void;
  /** Called with the URL of a file dropped on the page; pages cannot trigger it otherwise. */
  take?: (fileUrl: string) => void;
}

/** Applies these rules to a page; the origin is that of the current server. */
export const guardPage = (
  page: PagePort,
  origin: () => string,
  { shell, read, take }: PageGuard,
): void => {
  page.onNavigate((event, url, isMainFrame) => {
    if (mayNavigate(url, origin(), isMainFrame)) return;
    event.preventDefault();
    if (isMainFrame && isFile(url)) take?.(url);
  });
  page.onAttachWebview((event) => event.preventDefault());
  page.onOpenWindow((url) => {
    const book = bookToRead(url, origin());
    if (book !== null) read(book);
    else if (isFile(url)) take?.(url);
    // Opens the normalised URL that was checked. The system itself reports a missing browser.
    else if (mayOpenOutside(url)) shell.openExternal(new URL(url).href).catch(() => undefined);
  });
  page.onPermission((permission, url) => mayUse(permission, url, origin()));
  page.onDownload((urls, name) => (mayDownload(urls, origin()) ? downloadName(name) : null));
};

const isFile = (url: string): boolean => parse(url)?.protocol === 'file:';

const parse = (url: string): URL | null => (URL.canParse(url) ? new URL(url) : null);
