import { createWheelTurner } from '../../shell/wheel-turner.ts';
import type { BookEngine, EngineEvents } from './book-engine.ts';
import { readFootnote } from './footnotes.ts';
import type { FlowLayout } from './flow-layout.ts';
import { markAt, type OpenPart } from './flow-part.ts';
import { listenBeside, listenToPart } from './part-input.ts';

interface FlowInputOptions {
  container: HTMLElement;
  events: EngineEvents;
  /** URL prefix of this book's files. */
  base: string;
  forward: BookEngine['forward'];
  scrolled: () => FlowLayout | null;
  onFollow: (href: string) => void;
  signal: AbortSignal;
}

interface PartListener {
  /** Called when the selection has not changed for a moment. */
  onSelection: () => void;
  onScroll: () => void;
  onFonts: () => void;
}

/** Debounce of selection changes (ms). */
const selectionRest = 200;

/** Listens beside the text; returns a function that also listens to a part. */
export const createFlowInput = (options: FlowInputOptions) => {
  const { container, events, base, forward, scrolled, onFollow, signal } = options;
  const wheel = createWheelTurner();
  listenBeside(container, { ...events, forward, scrolled, wheel }, signal);

  return (opened: OpenPart, { onSelection, onScroll, onFonts }: PartListener): void => {
    const { part } = opened;
    let timer: ReturnType<typeof setTimeout> | undefined;
    listenToPart(part, {
      ...events,
      base,
      wheel,
      onFollow: (href, isNote) => {
        if (!isNote) {
          onFollow(href);
          return;
        }
        void readFootnote(href, signal).then((footnote) => {
          if (signal.aborted) return;
          if (footnote) events.onFootnote(footnote);
          else onFollow(href);
        });
      },
      onSelection: () => {
        clearTimeout(timer);
        timer = setTimeout(() => {
          if (!part.signal.aborted) onSelection();
        }, selectionRest);
      },
      scrolled,
      forward,
      onPoint: (x, y) => {
        const id = markAt(opened, x, y);
        if (id !== null) events.onMark(id);
        return id !== null;
      },
    });
    part.document.addEventListener('scroll', onScroll, { signal: part.signal });
    part.document.fonts.addEventListener('loadingdone', onFonts, { signal: part.signal });
  };
};
