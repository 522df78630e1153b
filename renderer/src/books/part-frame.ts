import { AppError } from '../../../shared/errors.ts';
import { nameBrokenPictures } from './broken-pictures.ts';

/** A file of the book in a frame of its own. */
export interface PartFrame {
  frame: HTMLIFrameElement;
  window: Window & typeof globalThis;
  document: Document;
  /** Lies over a frame that hears nothing and takes what is done there; null elsewhere. */
  glass: HTMLElement | null;
  remove(): void;
}

/**
 * Opens a text of the book in a frame. The frame gets the document from its address, so that the policy of
 * the answer holds in it: nothing runs, nothing is loaded from elsewhere, forms and links open nothing.
 * Same origin, so that this page can set and read the text; scripts are forbidden twice, by the policy and
 * by the sandbox. Throws what the server says where the file cannot be shown.
 */
export const openPart = async (
  container: HTMLElement,
  { href, title, brokenPicture }: { href: string; title: string; brokenPicture: string },
  signal: AbortSignal,
): Promise<PartFrame> => {
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', 'allow-same-origin');
  frame.title = title;
  frame.style.cssText = 'position:absolute;inset:0;border:0;visibility:hidden';
  const loaded = new Promise<void>((resolve, reject) => {
    frame.addEventListener('load', () => resolve(), { once: true });
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
  frame.src = href;
  container.append(frame);
  try {
    await loaded;
    const { contentDocument, contentWindow } = frame;
    if (!contentDocument || !contentWindow || !isBookDocument(contentDocument)) {
      throw await reasonOf(href, signal);
    }
    nameBrokenPictures(contentDocument, brokenPicture);
    const glass = hears(contentDocument) ? null : glassOver(frame);
    return {
      frame,
      window: contentWindow as Window & typeof globalThis,
      document: contentDocument,
      glass,
      remove: () => {
        frame.remove();
        glass?.remove();
      },
    };
  } catch (error) {
    frame.remove();
    throw error;
  }
};

/**
 * Safari calls no listener of a document that may not run scripts, not even one of this page:
 * https://bugs.webkit.org/show_bug.cgi?id=218086
 */
const hears = (document: Document): boolean => {
  let heard = false;
  document.addEventListener('octavo', () => (heard = true), { once: true });
  document.dispatchEvent(new Event('octavo'));
  return heard;
};

const glassOver = (frame: HTMLIFrameElement): HTMLElement => {
  const glass = document.createElement('div');
  glass.style.cssText = 'position:absolute;inset:0;touch-action:pan-y';
  frame.after(glass);
  return glass;
};

const isBookDocument = ({ contentType }: Document): boolean =>
  /^(?:application\/xhtml\+xml|text\/html|image\/)/.test(contentType);

/** Asks once more, for a frame does not tell why it holds something else. */
const reasonOf = async (href: string, signal: AbortSignal): Promise<Error> => {
  const response = await fetch(href, { signal });
  const body: unknown = await response.json().catch(() => null);
  const message =
    typeof body === 'object' && body !== null && 'message' in body ? String(body.message) : href;
  return new AppError(response.status === 404 ? 'NotFound' : 'UnprocessableContent', message);
};

/** A style sheet of ours in a document of the book; gives what changes its text. */
export const addStyle = (
  { document }: Pick<PartFrame, 'document'>,
  where: 'before' | 'behind',
): ((css: string) => void) => {
  const sheet = document.createElementNS('http://www.w3.org/1999/xhtml', 'style');
  const head = (document.head as HTMLElement | null) ?? document.documentElement;
  if (where === 'before') head.prepend(sheet);
  else head.append(sheet);
  return (css) => {
    sheet.textContent = css;
  };
};
