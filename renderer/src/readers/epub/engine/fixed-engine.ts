import type { PublicationLink } from '../../../../../shared/api/epub.ts';
import type { Step } from '../../shell/opened-book.ts';
import { createWheelTurner } from '../../shell/wheel-turner.ts';
import { documentsOf } from './book-documents.ts';
import type {
  BookEngine,
  EngineEvents,
  EngineOptions,
  Movement,
  NavigationTarget,
  ShownText,
  TapZone,
} from './book-engine.ts';
import { spokenCss, type BookStyle } from './book-style.ts';
import { followTheme } from './dark-pictures.ts';
import { loadFonts } from './part-loading.ts';
import { createLatestLoad } from './latest-load.ts';
import { splitHref } from './locator.ts';
import { addStyle, createPartFrames, type PartFrame } from './part-frame.ts';
import { listenBeside, listenToPart } from './part-input.ts';
import { fixedText } from './shown-text.ts';
import { spreadsOf, type Spread } from './spreads.ts';
import { createTurnQueue, type TurnResult } from './turn-queue.ts';

const pageCss =
  ':root, body { margin: 0 !important; overflow: hidden !important; } :root { background: #fff; }';

interface Size {
  width: number;
  height: number;
}

interface OpenSpread {
  spread: Spread;
  pages: { part: PartFrame; href: string; size: Size }[];
  /** Made when they are asked for. */
  texts?: readonly ShownText[];
}

/** Engine for fixed-layout books: shows one page or a spread, scaled to the viewport. */
export const createFixedEngine = ({
  container,
  manifest,
  positions,
  style: firstStyle,
  brokenPicture,
  events,
}: EngineOptions): BookEngine => {
  const { readingOrder: order } = manifest;
  const { parts, base } = documentsOf(manifest);
  const frames = createPartFrames(container);
  const isRtl = manifest.metadata.readingProgression === 'rtl';
  let style = firstStyle;
  let open: OpenSpread | null = null;
  /** The last page of the reading order that was shown, to which a note leads back. */
  let origin = 0;
  const latest = createLatestLoad(events);
  const queue = createTurnQueue(latest.cancel);
  const destroyed = new AbortController();
  const forward = isRtl ? 'left' : 'right';
  const paper = paperInput(events, forward);
  listenBeside(container, paper, destroyed.signal);

  const { spread = 'auto' } = manifest.metadata.presentation ?? {};
  const spreads = () =>
    spreadsOf(order, { isRtl, isDouble: showsTwoPages(spread, style, container) });

  const arrange = ({ spread, pages }: OpenSpread, movement: Movement) => {
    // On screen from left to right, even if the book is read from right to left.
    placePages(isRtl ? pages.toReversed() : pages, container);
    report(spread, movement);
  };

  const report = (spread: Spread, movement: Movement) => {
    const isAside = spread[0] >= order.length;
    if (!isAside) origin = spread[0];
    const first = order[origin];
    if (!first) return;
    const isLast = spread.at(-1) === order.length - 1;
    const progression = isLast && spread.length === 1 ? 1 : 0;
    const reported = isLast ? (order.at(-1) ?? first) : first;
    events.onMove({
      locator: {
        href: first.href,
        type: first.type ?? 'application/xhtml+xml',
        ...(first.title === undefined ? {} : { title: first.title }),
        locations: { progression, ...positions.at(reported.href, isLast ? 1 : 0) },
      },
      isLast,
      screensLeft: null,
      visibleShare: 0,
      movement,
      isAside,
    });
  };

  const openPage = async (index: number, signal: AbortSignal) => {
    const link = parts[index] as PublicationLink;
    const title = link.title ?? `${manifest.metadata.title} ${index + 1}`;
    const part = await frames.open({ href: link.href, title, brokenPicture }, signal);
    followTheme(part.document, false);
    addStyle(part, 'behind')(pageCss + spokenCss);
    await loadFonts(part.document);
    signal.throwIfAborted();
    listenToPart(part, {
      ...paper,
      base,
      onFollow: (href) => void engine.goTo({ href }),
      onPoint: () => false,
      onSelection: () => undefined,
      // Tap zones refer to the window, not to the page.
      onTap: (zone) => events.onTap(zoneIn(open?.spread, index, zone, isRtl)),
    });
    return { part, href: link.href, size: sizeOf(part, link) };
  };

  const show = async (spread: Spread | undefined, movement: Movement): Promise<boolean> => {
    if (!spread) return false;
    return latest.run(spread[0], async (signal) => {
      const pages = await Promise.all(spread.map((index) => openPage(index, signal)));
      const before = open;
      open = { spread, pages };
      arrange(open, movement);
      before?.pages.forEach(({ part }) => part.remove());
    });
  };

  const withPage = (index: number): Spread | undefined =>
    index < order.length
      ? spreads().find((spread) => spread.some((page) => page === index))
      : [index];
  const rearrange = () => {
    if (!open || container.clientWidth === 0) return;
    const wanted = withPage(open.spread[0]);
    if (wanted?.join() === open.spread.join()) arrange(open, 'layout');
    else void show(wanted, 'layout');
  };
  const turn = async (step: Step): Promise<TurnResult> => {
    const broken = latest.broken();
    const spread = broken === null ? open?.spread : withPage(broken);
    if (!spread) return 'stopped';
    if (spread[0] >= order.length)
      return (await show(withPage(origin), 'jump')) ? 'moved' : 'stopped';
    const next = spread[step > 0 ? spread.length - 1 : 0];
    const index = (next ?? 0) + step;
    if (!(index in order)) return 'end';
    return (await show(withPage(index), 'turn')) ? 'moved' : 'stopped';
  };

  const observer = new ResizeObserver(rearrange);
  observer.observe(container);

  const engine: BookEngine = {
    forward,
    async goTo(target: NavigationTarget) {
      queue.clear();
      if (target === 'start' || target === 'end') {
        await show(spreads().at(target === 'start' ? 0 : -1), 'jump');
        return;
      }
      const { part } = splitHref(target.href);
      const index = parts.findIndex(({ href }) => href === part);
      if (index >= 0 || 'locations' in target) await show(withPage(Math.max(0, index)), 'jump');
      else events.onDeadLink();
    },
    retry: latest.retry,
    turn: (step) => queue.run(step, () => turn(step)),
    turnPart: (step) => engine.turn(step),
    setStyle(next: BookStyle) {
      style = next;
      rearrange();
    },
    setMarks: () => undefined,
    clearSelection: () => false,
    shown() {
      if (open) open.texts ??= open.pages.map(({ part, href }) => fixedText(part, href));
      return open?.texts ?? [];
    },
    destroy() {
      queue.clear();
      latest.cancel();
      destroyed.abort();
      observer.disconnect();
      frames.destroy();
      open = null;
    },
  };
  return engine;
};

/** Places pages beside each other in the middle of a container, as large as they fit. */
const placePages = (
  pages: OpenSpread['pages'],
  { clientWidth, clientHeight }: HTMLElement,
): void => {
  const width = pages.reduce((sum, { size }) => sum + size.width, 0);
  const height = Math.max(...pages.map(({ size }) => size.height));
  const scale = Math.min(clientWidth / width, clientHeight / height);
  let left = (clientWidth - width * scale) / 2;
  for (const { part, size } of pages) {
    const layout = {
      width: `${size.width}px`,
      height: `${size.height}px`,
      inset: 'auto',
      left: `${left}px`,
      top: `${(clientHeight - size.height * scale) / 2}px`,
      transformOrigin: '0 0',
      transform: `scale(${scale})`,
      visibility: 'visible',
    };
    Object.assign(part.frame.style, layout);
    left += size.width * scale;
  }
};

/** Input that is the same on the pages and around them. */
const paperInput = (events: EngineEvents, forward: BookEngine['forward']) => ({
  ...events,
  wheel: createWheelTurner(),
  forward,
  scrolled: () => null,
});

/** The zone of the window for one of a page, because two pages share the window. */
const zoneIn = (
  spread: Spread | undefined,
  index: number,
  zone: TapZone,
  isRtl: boolean,
): TapZone => {
  if (spread?.length !== 2 || zone === 'middle') return zone;
  const isLeft = (spread[0] === index) !== isRtl;
  return isLeft === (zone === 'left') ? zone : 'middle';
};

const showsTwoPages = (
  spread: string,
  { columns }: BookStyle,
  { clientWidth, clientHeight }: HTMLElement,
): boolean => {
  if (spread === 'none' || columns === 'one' || columns === 'scroll') return false;
  return columns === 'two' || spread === 'both' || clientWidth > clientHeight * 1.1;
};

/** Size of a page: its viewport meta, its `viewBox` if it is an SVG, or else its layout box. */
const sizeOf = ({ document }: PartFrame, { width, height }: PublicationLink): Size => {
  const viewport = document.querySelector('meta[name="viewport"]')?.getAttribute('content') ?? '';
  const number = (name: string) =>
    Number(new RegExp(`${name}\\s*=\\s*([\\d.]+)`).exec(viewport)?.[1]);
  const declared = { width: number('width'), height: number('height') };
  if (declared.width > 0 && declared.height > 0) return declared;
  const box =
    document
      .querySelector('body > svg:only-child')
      ?.getAttribute('viewBox')
      ?.split(/[\s,]+/)
      .map(Number) ?? [];
  const [, , boxWidth = 0, boxHeight = 0] = box;
  if (boxWidth > 0 && boxHeight > 0) return { width: boxWidth, height: boxHeight };
  if (width !== undefined && height !== undefined) return { width, height };
  const image = document.querySelector('img');
  if (image && image.naturalWidth > 0) {
    return { width: image.naturalWidth, height: image.naturalHeight };
  }
  return { width: 800, height: 1200 };
};
