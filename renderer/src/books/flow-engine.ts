import type { PublicationLink } from '../../../shared/api/epub.ts';
import type {
  BookEngine,
  BookSelection,
  EngineOptions,
  Mark,
  Step,
  Target,
} from './book-engine.ts';
import { defaultsCss, wishesCss, type BookStyle } from './book-style.ts';
import { layOut, type FlowLayout } from './flow-layout.ts';
import { fragmentOf, splitHref, type Locator } from './locator.ts';
import { characterAt, drawMarks, findStretch, type PlacedMark } from './marks.ts';
import { addStyle, openPart, type PartFrame } from './part-frame.ts';
import { listenToPart } from './part-input.ts';
import { createTextIndex, type TextIndex } from './text-index.ts';

/** A part of the book as it is shown. */
interface OpenPart {
  at: number;
  link: PublicationLink;
  part: PartFrame;
  index: TextIndex;
  layout: FlowLayout;
  /** Lays the part out anew. */
  restyle: (style: BookStyle) => FlowLayout;
  placed: PlacedMark[];
}

/** Where in a part to go. */
type Inside =
  | { kind: 'start' }
  | { kind: 'end' }
  | { kind: 'id'; id: string }
  | { kind: 'locator'; locator: Locator };

/** Milliseconds that a selection rests before it is told of. */
const selectionRest = 200;
/** Characters of the text around a place that are kept with it. */
const context = 32;

/** A book of running text: each part in columns as wide as a screen, or in one long strip. */
export const createFlowEngine = ({
  container,
  manifest,
  positions,
  style: firstStyle,
  brokenPicture,
  events,
}: EngineOptions): BookEngine => {
  const parts = manifest.readingOrder;
  const base = baseOf(parts);
  const bookDirection = manifest.metadata.readingProgression;
  let style = firstStyle;
  let marks: readonly Mark[] = [];
  let open: OpenPart | null = null;
  let loading = new AbortController();
  /** The character that the reader is at: what a new layout keeps in sight. */
  let anchor = 0;
  let selectionTimer: ReturnType<typeof setTimeout> | undefined;
  const box = () => ({ width: container.clientWidth, height: container.clientHeight });

  const titleOf = ({ title }: PublicationLink) => title ?? manifest.metadata.title;

  const locatorAt = ({ link, index }: OpenPart, progression: number, start: number): Locator => {
    const place = positions.at(link.href, progression);
    return {
      href: link.href,
      type: link.type ?? 'application/xhtml+xml',
      ...(link.title === undefined ? {} : { title: link.title }),
      locations: {
        progression,
        ...place,
        ...(index.text === '' ? {} : { fragments: [fragmentOf({ start, end: start })] }),
      },
    };
  };

  const report = () => {
    if (!open) return;
    const { index, layout, at } = open;
    const isLast = at === parts.length - 1 && layout.atEnd();
    const seen = layout.firstSeen(index);
    const share =
      index.text.trim() === '' ? layout.screen() / layout.screens : seen / index.text.length;
    const locator = locatorAt(open, isLast ? 1 : Math.min(1, share), seen);
    const text = index.text.slice(seen, seen + 2 * context).trim();
    events.onPlace({
      locator: text === '' ? locator : { ...locator, text: { after: text } },
      isLast,
      screensLeft: layout.isScrolled ? null : layout.screens - 1 - layout.screen(),
    });
  };

  const goInside = (target: OpenPart, inside: Inside) => {
    const { layout, index, part } = target;
    const to = (range: Range | Element) => {
      const rect = [...range.getClientRects()].find(({ width, height }) => width + height > 0);
      layout.goTo(rect ? layout.distanceOf(rect) : 0);
    };
    if (inside.kind === 'start') layout.goToScreen(0);
    else if (inside.kind === 'end') {
      if (layout.isScrolled) layout.goTo(Number.MAX_SAFE_INTEGER / 2);
      else layout.goToScreen(layout.screens - 1);
    } else if (inside.kind === 'id') {
      const element = part.document.getElementById(inside.id);
      if (element) to(element);
      else layout.goToScreen(0);
    } else {
      const stretch = findStretch(index, inside.locator);
      const { progression } = inside.locator.locations;
      if (index.text.trim() === '') layout.goToScreen(Math.floor(progression * layout.screens));
      else {
        const start = Math.min(
          stretch?.start ?? Math.round(progression * index.text.length),
          Math.max(0, index.text.length - 1),
        );
        to(visibleFrom(index, start));
      }
    }
    anchor = layout.firstSeen(index);
  };

  const show = async (at: number, inside: Inside): Promise<void> => {
    const link = parts[at];
    if (!link) return;
    if (open?.at === at) {
      goInside(open, inside);
      report();
      return;
    }
    loading.abort();
    const control = new AbortController();
    loading = control;
    events.onLoading(true);
    try {
      const part = await openPart(
        container,
        { href: link.href, title: titleOf(link), brokenPicture },
        control.signal,
      );
      const opened = prepare(part, at, link);
      goInside(opened, inside);
      open?.part.remove();
      open = opened;
      part.frame.style.visibility = 'visible';
      opened.placed = drawMarks(part, opened.index, marksOf(link));
      events.onSelect(null);
      report();
      void settle(opened);
    } catch (error) {
      if (!control.signal.aborted) events.onFailure(error);
    } finally {
      if (loading === control) events.onLoading(false);
    }
  };

  const prepare = (part: PartFrame, at: number, link: PublicationLink): OpenPart => {
    // A drawing or picture as a part of its own has no body: it becomes the only thing of one.
    if ((part.document.body as HTMLElement | null) === null) wrapRoot(part);
    const setDefaults = addStyle(part, 'before');
    const setWishes = addStyle(part, 'behind');
    const setFlow = addStyle(part, 'behind');
    const restyle = (next: BookStyle) => {
      setDefaults(defaultsCss(next));
      setWishes(wishesCss(next));
      return layOut(part, setFlow, next, box(), bookDirection);
    };
    const index = createTextIndex(part.document);
    const opened: OpenPart = { at, link, part, index, layout: restyle(style), restyle, placed: [] };
    listenToPart(part, {
      ...events,
      base,
      isScrolled: () => opened.layout.isScrolled,
      onFollow: (href) => void engine.goTo({ href }),
      onTurn: (step) => void engine.turn(step),
      onSwipe: (distance) =>
        void engine.turn(distance < 0 === (engine.forward === 'right') ? 1 : -1),
      onPoint: (x, y) => tapMark(opened, x, y),
      onScroll: () => onScroll(opened),
      onSelection: () => {
        clearTimeout(selectionTimer);
        selectionTimer = setTimeout(() => events.onSelect(selectionIn(opened)), selectionRest);
      },
    });
    part.document.addEventListener('scroll', () => onScroll(opened));
    return opened;
  };

  /** WebKit tells of no scrolling in a document without scripts, so whatever scrolls calls this as well. */
  const onScroll = (opened: OpenPart) => {
    if (opened !== open || !opened.layout.isScrolled) return;
    const seen = opened.layout.firstSeen(opened.index);
    if (seen === anchor) return;
    anchor = seen;
    report();
  };

  /** Fonts and pictures that came late have moved the text. */
  const settle = async (opened: OpenPart) => {
    await opened.part.document.fonts.ready;
    if (opened === open) relayOut();
  };

  const relayOut = () => {
    if (!open || container.clientWidth === 0) return;
    const kept = anchor;
    open.layout = open.restyle(style);
    const { index, layout } = open;
    if (index.text.trim() !== '' && kept > 0) {
      const range = visibleFrom(index, Math.min(kept, index.text.length - 1));
      layout.goTo(layout.distanceOf(range.getBoundingClientRect()));
    }
    anchor = kept;
    report();
  };

  const marksOf = ({ href }: PublicationLink) =>
    marks.filter(({ locator }) => splitHref(locator.href).part === href);

  const tapMark = ({ part, index, placed }: OpenPart, x: number, y: number): boolean => {
    const character = characterAt(part, index, x, y);
    const hit = placed.findLast(
      ({ start, end, color }) =>
        character !== null && color !== 'found' && start <= character && character < end,
    );
    if (hit) events.onMark(hit.id);
    return hit !== undefined;
  };

  const selectionIn = (opened: OpenPart): BookSelection | null => {
    const selection = opened.part.document.getSelection();
    if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null;
    const range = selection.getRangeAt(0);
    const { index } = opened;
    const start = index.offsetOf(range.startContainer, range.startOffset);
    const end = index.offsetOf(range.endContainer, range.endOffset);
    const text = index.text.slice(start, end).replace(/\s+/g, ' ').trim();
    if (text === '') return null;
    const locator = locatorAt(opened, start / Math.max(1, index.text.length), start);
    const { top, bottom, left, right } = range.getBoundingClientRect();
    return {
      text,
      rect: { top, bottom, left, right, width: container.clientWidth },
      locator: {
        ...locator,
        locations: { ...locator.locations, fragments: [fragmentOf({ start, end })] },
        text: {
          before: index.text.slice(Math.max(0, start - context), start),
          highlight: text.slice(0, 2000),
          after: index.text.slice(end, end + context),
        },
      },
    };
  };

  const partAt = (href: string): number => parts.findIndex((link) => link.href === href);

  const observer = new ResizeObserver(() => relayOut());
  observer.observe(container);

  const engine: BookEngine = {
    forward: bookDirection === 'rtl' ? 'left' : 'right',
    async goTo(target: Target) {
      if (target === 'start') return show(0, { kind: 'start' });
      if (target === 'end') return show(parts.length - 1, { kind: 'end' });
      const { part, id } = splitHref(target.href);
      const at = partAt(part);
      if ('locations' in target) {
        return show(
          Math.max(0, at),
          at < 0 ? { kind: 'start' } : { kind: 'locator', locator: target },
        );
      }
      if (at >= 0) await show(at, id === null ? { kind: 'start' } : { kind: 'id', id });
    },
    async turn(step: Step) {
      if (!open) return true;
      const { layout } = open;
      if (layout.isScrolled) {
        if (layout.scroll(step)) {
          onScroll(open);
          return true;
        }
        return engine.turnPart(step);
      }
      const next = layout.screen() + step;
      if (next >= 0 && next < layout.screens) {
        layout.goToScreen(next);
        anchor = layout.firstSeen(open.index);
        report();
        return true;
      }
      const at = open.at + step;
      if (at < 0 || at >= parts.length) return false;
      await show(at, { kind: step > 0 ? 'start' : 'end' });
      return true;
    },
    async turnPart(step: Step) {
      if (!open) return true;
      const at = open.at + step;
      if (at < 0 || at >= parts.length) return false;
      await show(at, { kind: 'start' });
      return true;
    },
    setStyle(next) {
      style = next;
      relayOut();
    },
    setMarks(next) {
      marks = next;
      if (open) open.placed = drawMarks(open.part, open.index, marksOf(open.link));
    },
    clearSelection: () => open?.part.document.getSelection()?.removeAllRanges(),
    destroy() {
      clearTimeout(selectionTimer);
      loading.abort();
      observer.disconnect();
      container.replaceChildren();
      open = null;
    },
  };
  return engine;
};

/** A range at a character, long enough to have a place on the screen. */
const visibleFrom = (index: TextIndex, start: number): Range => {
  for (let at = start; at < Math.min(index.text.length, start + 400); at += 1) {
    const range = index.rangeOf({ start: at, end: at + 1 });
    const { width, height } = range.getBoundingClientRect();
    if (width + height > 0) return range;
  }
  return index.rangeOf({ start, end: start + 1 });
};

/** What the addresses of all files of the book have in common. */
const baseOf = (parts: readonly PublicationLink[]): string =>
  /^.*?\/resources\//.exec(parts[0]?.href ?? '')?.[0] ?? '/';

const wrapRoot = ({ document }: PartFrame) => {
  const namespace = 'http://www.w3.org/1999/xhtml';
  const html = document.createElementNS(namespace, 'html');
  const body = document.createElementNS(namespace, 'body');
  html.append(document.createElementNS(namespace, 'head'), body);
  const { documentElement: drawing } = document;
  document.replaceChild(html, drawing);
  body.append(drawing);
};
