import { basePath } from '../../../api/base-path.ts';
import { delay } from '../../../ui/loading/delay.ts';

/**
 * Longest wait for the style sheets and pictures of a part (ms). Behind a slow connection the text
 * is then shown without those that are missing.
 */
const patienceMs = 10_000;
/** Longest wait for its fonts (ms); the engine lays the text out again when they come later. */
const fontPatienceMs = 1000;

const xlink = 'http://www.w3.org/1999/xlink';

/**
 * Puts a part, by its root element and address, into the document of a frame, in place of the one
 * there. Resolves when its style sheets and pictures have loaded or failed. @throws the
 * reason of the signal
 */
export const showPart = async (
  document: Document,
  { root, href }: { root: Element; href: string },
  signal: AbortSignal,
): Promise<void> => {
  const done = new AbortController();
  const timeout = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => timeout.resolve(undefined), patienceMs);
  signal.addEventListener('abort', () => timeout.reject(signal.reason as Error), done);
  const pending = new Set<EventTarget | null>();
  const loaded = Promise.withResolvers<undefined>();
  const onEnd = ({ target }: Event) => {
    // WebKit reports late that the inert document could not load a picture.
    if ((target as Partial<HTMLImageElement> | null)?.complete === false) return;
    pending.delete(target);
    if (pending.size === 0) loaded.resolve(undefined);
  };
  // At an element, because Chromium dispatches no `load` of an SVG picture to the document alone.
  for (const name of ['load', 'error']) {
    document.documentElement.addEventListener(name, onEnd, { capture: true, signal: done.signal });
  }
  replaceContents(document, root, href);
  for (const element of document.querySelectorAll('*')) {
    if (isLoading(element)) pending.add(element);
    // It was parsed in the inert document, which has another base URL.
    const style = element.getAttribute('style');
    if (style?.includes('url(') === true) element.setAttribute('style', style);
  }
  try {
    if (pending.size > 0) await Promise.race([loaded.promise, timeout.promise]);
    signal.throwIfAborted();
  } finally {
    clearTimeout(timer);
    done.abort();
  }
};

/**
 * Waits for the fonts that a text needs, but not for long.
 */
export const loadFonts = async (document: Document): Promise<void> => {
  // Fonts begin to load with a layout.
  document.documentElement.getBoundingClientRect();
  if (document.fonts.status !== 'loading') return;
  const timeout = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => timeout.resolve(undefined), fontPatienceMs);
  await Promise.race([document.fonts.ready, timeout.promise]);
  clearTimeout(timer);
  // Their `loadingdone` comes a task later than `ready`.
  await delay();
};

/** Removes what a part has left in the document of its frame. */
export const clearPart = (document: Document): void => {
  document.getSelection()?.removeAllRanges();
  // Browsers keep the pixels of a removed picture until its element is collected.
  for (const picture of document.querySelectorAll('img')) picture.removeAttribute('src');
  replaceContents(document, document.createElement('html'), '/');
};

/**
 * Replaces everything in the root element of a document but its base, which changes before the new
 * contents are adopted: WebKit loads their pictures at once. Without a base in between, Chromium
 * reports a violation of the policy.
 */
const replaceContents = (document: Document, root: Element, href: string): void => {
  const page = document.documentElement;
  const base = page.querySelector(':scope > base');
  for (const child of [...page.childNodes]) if (child !== base) child.remove();
  base?.setAttribute('href', new URL(basePath + href, location.href).href);
  for (const { name } of [...page.attributes]) page.removeAttribute(name);
  for (const { namespaceURI, name, value } of root.attributes) {
    page.setAttributeNS(namespaceURI, name, value);
  }
  page.append(...root.childNodes);
};

/** Whether an element that was just inserted will dispatch `load` or `error`. */
const isLoading = (element: Element): boolean => {
  switch (element.localName) {
    case 'link': {
      // Old e-books link page templates of Adobe, which no browser loads.
      const { href, relList, type, disabled } = element as HTMLLinkElement;
      const isUsed = !disabled && !relList.contains('alternate') && /^(?:text\/css|$)/i.test(type);
      return isUsed && isLocal(href);
    }
    case 'style':
      return element.textContent.includes('@import');
    case 'img': {
      const { naturalWidth, loading, currentSrc, src } = element as HTMLImageElement;
      return naturalWidth === 0 && loading !== 'lazy' && isLocal(currentSrc || src);
    }
    case 'image': {
      const href = element.getAttribute('href') ?? element.getAttributeNS(xlink, 'href');
      return href !== null && isLocal(new URL(href, element.baseURI).href);
    }
    default:
      return false;
  }
};

/** Whether the policy lets an address load. */
const isLocal = (address: string): boolean =>
  address.startsWith(`${location.origin}/`) || address.startsWith('data:');
