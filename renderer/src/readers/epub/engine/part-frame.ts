import { nameBrokenPictures } from './broken-pictures.ts';
import { fetchPart, PartError } from './part-document.ts';

/** A part of the book in a frame. */
export interface PartFrame {
  frame: HTMLIFrameElement;
  window: Window & typeof globalThis;
  document: Document;
  remove(): void;
}

/**
 * Opens a part in a frame from the fetched bytes, with the book CSP written into them. No scripts,
 * no external requests, no forms or links. It is same-origin, so that this page can style and read
 * the text. The sandbox also disables scripts, except in browsers that would then call no event
 * listeners: docs/decisions/0081-book-engine.md.
 */
export const openPart = async (
  container: HTMLElement,
  { href, title, brokenPicture }: { href: string; title: string; brokenPicture: string },
  signal: AbortSignal,
): Promise<PartFrame> => {
  const address = URL.createObjectURL(await fetchPart(href, signal));
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', hearsInSandbox(container) ? strict : `${strict} allow-scripts`);
  frame.title = title;
  frame.dataset['part'] = href;
  frame.style.cssText = 'position:absolute;inset:0;border:0;visibility:hidden';
  const loaded = new Promise<void>((resolve, reject) => {
    frame.addEventListener('load', () => resolve(), { once: true });
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
  frame.src = address;
  container.append(frame);
  try {
    signal.throwIfAborted();
    await loaded;
    const { contentDocument, contentWindow } = frame;
    if (!contentWindow || contentDocument?.URL !== address) throw new PartError('damaged', href);
    nameBrokenPictures(contentDocument, brokenPicture);
    return {
      frame,
      window: contentWindow as Window & typeof globalThis,
      document: contentDocument,
      remove: () => frame.remove(),
    };
  } catch (error) {
    frame.remove();
    throw error;
  } finally {
    URL.revokeObjectURL(address);
  }
};

const strict = 'allow-same-origin';

/**
 * Whether listeners of this page fire in a frame sandboxed without `allow-scripts`. WebKit fires
 * none: https://bugs.webkit.org/show_bug.cgi?id=218086
 */
const hearsInSandbox = (container: HTMLElement): boolean => {
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', strict);
  frame.hidden = true;
  container.append(frame);
  let heard = false;
  frame.contentDocument?.addEventListener('octavo', () => (heard = true));
  frame.contentDocument?.dispatchEvent(new Event('octavo'));
  frame.remove();
  return heard;
};

/**
 * Adds one of our style sheets to a document of the book; returns a function that replaces its
 * text.
 */
export const addStyle = (
  { document }: Pick<PartFrame, 'document'>,
  where: 'before' | 'behind',
): ((css: string) => void) => {
  const sheet = document.createElementNS('http://www.w3.org/1999/xhtml', 'style');
  if (where === 'before') document.head.prepend(sheet);
  else document.head.append(sheet);
  return (css) => {
    sheet.textContent = css;
  };
};
