import { nameBrokenPictures } from './broken-pictures.ts';
import { emptyPage, fetchPart, PartError } from './part-document.ts';
import { clearPart, showPart } from './part-loading.ts';

/** A part of the book in a frame. */
export interface PartFrame {
  frame: HTMLIFrameElement;
  window: Window & typeof globalThis;
  document: Document;
  /** Aborted when the part is removed; for listeners, because the document outlives the part. */
  signal: AbortSignal;
  remove(): void;
}

/** The frames of one open book. */
export interface PartFrames {
  /** Opens a part in a hidden frame. @throws PartError, AppError or the reason of the signal */
  open(
    part: { href: string; title: string; brokenPicture: string },
    signal: AbortSignal,
  ): Promise<PartFrame>;
  destroy(): void;
}

const hidden = 'position:absolute;inset:0;border:0;visibility:hidden';

/**
 * Frames in which the parts of a book take turns. Each holds one page with the policy of books: no
 * scripts, no external requests, no forms or links. It is same-origin, so that this page can style
 * and read the text. Frames are reused because the fonts and styles of each discarded document stay
 * in memory until a garbage collection that nothing triggers: docs/decisions/0136-phones.md.
 */
export const createPartFrames = (container: HTMLElement): PartFrames => {
  const idle: HTMLIFrameElement[] = [];

  const open: PartFrames['open'] = async ({ href, title, brokenPicture }, signal) => {
    const root = await fetchPart(href, signal);
    const frame = idle.pop() ?? (await createFrame(container, href));
    const { contentDocument: document, contentWindow } = frame;
    if (!document || !contentWindow) throw new PartError('damaged', href);
    const window = contentWindow as Window & typeof globalThis;
    const removed = new AbortController();
    const remove = () => {
      removed.abort();
      frame.style.cssText = hidden;
      delete frame.dataset['part'];
      // A hidden frame would keep the focus, and with it the keys; WebKit ignores its `blur`.
      if (frame.ownerDocument.activeElement === frame) {
        frame.closest<HTMLElement>('[tabindex]')?.focus({ preventScroll: true });
      }
      // eslint-disable-next-line floor/member-above-floor -- asked for in the same line
      if ('highlights' in window.CSS) window.CSS.highlights.clear();
      clearPart(document);
      idle.push(frame);
    };
    frame.title = title;
    frame.dataset['part'] = href;
    try {
      signal.throwIfAborted();
      await showPart(document, { root, href }, signal);
      nameBrokenPictures(document, brokenPicture);
      return { frame, window, document, signal: removed.signal, remove };
    } catch (error) {
      remove();
      throw error;
    }
  };

  return { open, destroy: () => container.replaceChildren() };
};

/**
 * A frame with an empty page. The sandbox also disables scripts, except in browsers that would then
 * call no event listeners: docs/decisions/0081-book-engine.md.
 */
const createFrame = async (container: HTMLElement, href: string): Promise<HTMLIFrameElement> => {
  const frame = document.createElement('iframe');
  frame.setAttribute(
    'sandbox',
    receivesSandboxEvents(container) ? strict : `${strict} allow-scripts`,
  );
  frame.style.cssText = hidden;
  const address = URL.createObjectURL(emptyPage());
  const loaded = new Promise((resolve) => {
    frame.addEventListener('load', resolve, { once: true });
  });
  frame.src = address;
  container.append(frame);
  await loaded;
  URL.revokeObjectURL(address);
  if (frame.contentDocument?.URL === address) return frame;
  frame.remove();
  throw new PartError('damaged', href);
};

const strict = 'allow-same-origin';

/**
 * Whether listeners of this page fire in a frame sandboxed without `allow-scripts`. WebKit fires
 * none: https://bugs.webkit.org/show_bug.cgi?id=218086
 */
const receivesSandboxEvents = (container: HTMLElement): boolean => {
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', strict);
  frame.hidden = true;
  container.append(frame);
  let isReceived = false;
  frame.contentDocument?.addEventListener('octavo', () => (isReceived = true));
  frame.contentDocument?.dispatchEvent(new Event('octavo'));
  frame.remove();
  return isReceived;
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
    if (sheet.textContent !== css) sheet.textContent = css;
  };
};
