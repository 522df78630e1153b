import type { PagePort, Sender, ShellPort } from './ports.ts';

/** The page's own features: full screen and wake lock of the reader, copy buttons. */
const grantedPermissions = new Set(['fullscreen', 'screen-wake-lock', 'clipboard-sanitized-write']);

/**
 * Whether a frame may go to `url`. The window stays on the application's own origin. Frames inside
 * the page hold book content, which arrives from the same origin, in a blob of it or inline.
 */
export const mayNavigate = (url: string, origin: string, isMainFrame: boolean): boolean => {
  const target = parse(url);
  if (!target) return false;
  // A blob has the origin of the page that made it, so only frames may show one.
  if (target.origin === origin) return !isMainFrame || target.protocol !== 'blob:';
  return !isMainFrame && (url === 'about:blank' || url === 'about:srcdoc');
};

/** Whether a link may be given to the system's browser: https and nothing else. */
export const mayOpenOutside = (url: string): boolean => parse(url)?.protocol === 'https:';

/** Whether a permission of the browser is granted to whoever asks from `requestingUrl`. */
export const mayUse = (permission: string, requestingUrl: string, origin: string): boolean =>
  grantedPermissions.has(permission) && parse(requestingUrl)?.origin === origin;

/**
 * Whether a message comes from the application's page. Answers of the API share the page's origin
 * but may be files out of a book, so a window that shows one of them is nobody.
 */
export const isTrusted = (sender: Sender, origin: string): boolean => {
  const page = sender?.isMainFrame ? parse(sender.url) : null;
  return page?.origin === origin && page.protocol !== 'blob:' && !page.pathname.startsWith('/api/');
};

/** The book that a page wants to read in a window of its own, or null for any other address. */
export const bookToRead = (url: string, origin: string): string | null => {
  const target = parse(url);
  const [, id] = /^\/read\/([0-9a-f-]{36})$/.exec(target?.pathname ?? '') ?? [];
  return target?.origin === origin && target.protocol !== 'blob:' && id !== undefined ? id : null;
};

interface PageGuard {
  shell: Pick<ShellPort, 'openExternal'>;
  /** Opens a book in a window that we make ourselves. */
  read: (bookId: string) => void;
  /** A file that was dropped on the page, by its address; nothing else can ask for one. */
  take?: (fileUrl: string) => void;
}

/** Puts a page under the rules above; the origin is that of the server as it runs at each moment. */
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
    // The system says itself when it has no browser.
    else if (mayOpenOutside(url)) shell.openExternal(url).catch(() => undefined);
  });
  page.onPermission((permission, url) => mayUse(permission, url, origin()));
};

const isFile = (url: string): boolean => parse(url)?.protocol === 'file:';

const parse = (url: string): URL | null => (URL.canParse(url) ? new URL(url) : null);
