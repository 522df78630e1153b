import { AppError } from '../../../shared/errors.ts';

/** A file of the book in a frame of its own. */
export interface PartFrame {
  frame: HTMLIFrameElement;
  window: Window & typeof globalThis;
  document: Document;
}

/**
 * Opens a text of the book in a frame. The frame gets the document from its address, so that the policy of
 * the answer holds in it: nothing runs, nothing is loaded from elsewhere, forms and links open nothing.
 * Same origin, so that this page can set and read the text; scripts are forbidden twice, by the policy and
 * by the sandbox. Throws what the server says where the file cannot be shown.
 */
export const openPart = async (
  container: HTMLElement,
  { href, title }: { href: string; title: string },
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
    return {
      frame,
      window: contentWindow as Window & typeof globalThis,
      document: contentDocument,
    };
  } catch (error) {
    frame.remove();
    throw error;
  }
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
