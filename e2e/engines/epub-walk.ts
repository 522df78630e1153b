import type { SimulatedUser } from './simulated-user.ts';

/** The characters of a part visible on one screen, by their offsets. */
interface SeenScreen {
  part: string;
  /** Text of the whole part, from the document. */
  text: string;
  /** Ranges of visible characters; the end is exclusive. */
  stretches: [start: number, end: number][];
  isEnd: boolean;
}

/**
 * Runs in the page: records the visible text and turns pages until the book or the time budget
 * ends. Key events are dispatched in the page, so that hundreds of screens take only seconds.
 */
const walkOn = async (budgetMs: number): Promise<SeenScreen[]> => {
  const silent = 'script, style, template, title, rt, rp, [data-octavo]';
  const main = () => document.querySelector('main');
  const frame = () =>
    [...document.querySelectorAll<HTMLIFrameElement>('main iframe')].find(
      ({ style }) => style.visibility === 'visible',
    );
  /** Position of each character in the document, measured once per layout. */
  interface Measured {
    /** Of the part; the document is the same for several. */
    body: HTMLElement;
    text: string;
    places: { at: number; x: number; y: number }[];
    /** Position of the last text node: changes when the part is laid out again. */
    end: string;
    last: Text | null;
  }
  const middleOf = ({ left, right, top, bottom }: DOMRect, view: Window) => ({
    x: (left + right) / 2 + view.scrollX,
    y: (top + bottom) / 2 + view.scrollY,
  });
  const endOf = (last: Text | null, view: Window): string => {
    if (!last) return '';
    const range = last.ownerDocument.createRange();
    range.selectNodeContents(last);
    const { x, y } = middleOf(range.getBoundingClientRect(), view);
    return `${Math.round(x)} ${Math.round(y)}`;
  };
  const measure = (document: Document, view: Window): Measured => {
    const range = document.createRange();
    const places: Measured['places'] = [];
    let text = '';
    let last: Text | null = null;
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (
      let node = walker.nextNode() as Text | null;
      node;
      node = walker.nextNode() as Text | null
    ) {
      const { parentElement } = node;
      if (node.data === '' || !parentElement || parentElement.closest(silent)) continue;
      const start = text.length;
      text += node.data;
      if (node.data.trim() === '') continue;
      last = node;
      // Combined upright characters: WebKit returns a box for the first one only.
      const isCombined = view.getComputedStyle(parentElement).textCombineUpright === 'all';
      for (let index = 0; index < node.length; index += 1) {
        if (/\s/.test(node.data[index] ?? '')) continue;
        range.setStart(node, isCombined ? 0 : index);
        range.setEnd(node, isCombined ? node.length : index + 1);
        const rect = [...range.getClientRects()].findLast(
          ({ width, height }) => width + height > 0,
        );
        if (rect) places.push({ at: start + index, ...middleOf(rect, view) });
      }
    }
    return { body: document.body, text, places, last, end: endOf(last, view) };
  };
  let measured: Measured | null = null;
  const see = (): SeenScreen => {
    const shown = frame();
    const document = shown?.contentDocument;
    const view = shown?.contentWindow;
    if (!shown || !document || !view) throw new Error('No text is shown');
    if (measured?.body !== document.body || endOf(measured.last, view) !== measured.end) {
      measured = measure(document, view);
    }
    const left = view.scrollX;
    const top = view.scrollY;
    const stretches: [number, number][] = [];
    for (const { at: offset, x, y } of measured.places) {
      if (x < left || x >= left + view.innerWidth) continue;
      if (y < top || y >= top + view.innerHeight) continue;
      const open = stretches.at(-1);
      if (open?.[1] === offset) open[1] = offset + 1;
      else stretches.push([offset, offset + 1]);
    }
    return { part: shown.dataset['part'] ?? '', text: measured.text, stretches, isEnd: false };
  };
  const stands = () => {
    const shown = frame();
    const { contentWindow: view } = shown ?? {};
    return [shown?.dataset['part'], view?.scrollX, view?.scrollY].join();
  };
  const isEnd = () => document.querySelector('main[data-end]') !== null;
  const rest = () => new Promise((resolve) => setTimeout(resolve, 15));
  /** Waits for fonts: a late one moves words between screens. */
  const fontsAreThere = async () => {
    do {
      await frame()?.contentDocument?.fonts.ready;
      await rest();
    } while (frame()?.contentDocument?.fonts.status === 'loading');
  };
  const screens: SeenScreen[] = [];
  const end = performance.now() + budgetMs;
  while (performance.now() < end) {
    await fontsAreThere();
    const seen = see();
    screens.push(seen);
    const before = stands();
    window.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'PageDown', code: 'PageDown', cancelable: true }),
    );
    const patience = performance.now() + 10_000;
    while ((stands() === before || main()?.dataset['state'] !== 'ready') && !isEnd()) {
      if (performance.now() > patience) throw new Error(`Nothing turned at ${before}`);
      await rest();
    }
    if (isEnd()) {
      seen.isEnd = true;
      return screens;
    }
  }
  return screens;
};

export interface Walk {
  screens: number;
  /** Words that were never visible, with their part and offset. */
  missing: string[];
  /** Words that were visible on two screens. */
  twice: string[];
}

const sliceMs = 6000;
const maxSlices = 12;

/**
 * Reads an open book from its first screen to its end and compares the visible text with the whole
 * text.
 */
export const walkThrough = async ({ page, waitFor }: SimulatedUser): Promise<Walk> => {
  await waitFor(
    'the text',
    () => document.querySelector('main[data-state="ready"][data-page]') !== null,
  );
  const parts = new Map<string, { text: string; seen: Uint8Array }>();
  let screens = 0;
  for (let slice = 0; slice < maxSlices; slice += 1) {
    const walked = await page.evaluate(walkOn, sliceMs);
    screens += walked.length;
    for (const { part, text, stretches } of walked) {
      const known = parts.get(part) ?? { text, seen: new Uint8Array(text.length) };
      parts.set(part, known);
      for (const [start, end] of stretches) {
        for (let index = start; index < end; index += 1)
          known.seen[index] = (known.seen[index] ?? 0) + 1;
      }
    }
    if (walked.at(-1)?.isEnd) return { screens, ...compare(parts) };
  }
  throw new Error(
    `The book did not end within ${(maxSlices * sliceMs) / 1000} s, ${screens} screens`,
  );
};

const compare = (parts: Map<string, { text: string; seen: Uint8Array }>) => {
  const missing: string[] = [];
  const twice: string[] = [];
  for (const [part, { text, seen }] of parts) {
    const stretch = (isWrong: (times: number) => boolean): string[] =>
      [...text.matchAll(/\S+/g)].flatMap(({ 0: word, index }) =>
        seen.subarray(index, index + word.length).some(isWrong)
          ? [`${decodeURI(part.split('/').at(-1) ?? '')} at ${index}: ${word.slice(0, 40)}`]
          : [],
      );
    missing.push(...stretch((times) => times === 0));
    twice.push(...stretch((times) => times > 1));
  }
  return { missing, twice };
};
