import type { BookStyle } from './book-style.ts';
import type { PartFrame } from './part-frame.ts';
import { firstIndex, type TextIndex } from './text-index.ts';

/** The way in which a part goes on, seen on the screen. */
export type Axis = 'right' | 'left' | 'down';

export interface FlowBox {
  width: number;
  height: number;
}

/** A part that has been laid out: distances in CSS pixels from its beginning, along the axis. */
export interface FlowLayout {
  axis: Axis;
  isScrolled: boolean;
  /** Of a screen. */
  view: number;
  screens: number;
  /** From 0. */
  screen(): number;
  goToScreen(screen: number): void;
  /** To the screen of a distance, or right to it where the part is scrolled. */
  goTo(distance: number): void;
  distanceOf(rect: DOMRect): number;
  /** Scrolls on by most of a screen; false where the part ends. */
  scroll(step: 1 | -1): boolean;
  atEnd(): boolean;
  /** The first character that is seen. */
  firstSeen(index: TextIndex): number;
}

/** Room above and below the text, pixels: the bars of the reader lie over nothing. */
const headRoom = 56;
const footRoom = 54;

const isWide = ({ width, height }: FlowBox): boolean => width >= 960 && width > height * 1.1;

const columnsOf = ({ columns }: BookStyle, box: FlowBox, isAlone: boolean): number => {
  if (isAlone || columns === 'one' || columns === 'scroll') return 1;
  return columns === 'two' || isWide(box) ? 2 : 1;
};

/** How the book wants its lines to run: of the body where only that says so. */
const writingOf = ({ document, window }: PartFrame, { writing }: BookStyle) => {
  const root = window.getComputedStyle(document.documentElement);
  const body = window.getComputedStyle(document.body);
  const own = root.writingMode === 'horizontal-tb' ? body.writingMode : root.writingMode;
  const vertical = own.startsWith('vertical') ? own : 'vertical-rl';
  return {
    mode: writing === 'auto' ? own : writing === 'vertical' ? vertical : 'horizontal-tb',
    direction: root.direction === 'ltr' ? body.direction : root.direction,
    isPicture: document.body.textContent.trim() === '',
  };
};

/** Sets a part into columns of the size of the box, or as one long strip. */
export const layOut = (
  part: PartFrame,
  setCss: (css: string) => void,
  style: BookStyle,
  box: FlowBox,
  fallbackDirection: string,
): FlowLayout => {
  setCss(ownDirection);
  const { mode, direction, isPicture } = writingOf(part, style);
  const isVertical = mode.startsWith('vertical');
  const isScrolled = style.columns === 'scroll';
  const rtl = !isVertical && (direction === 'rtl' || fallbackDirection === 'rtl');
  const columns = columnsOf(style, box, isVertical || isPicture);
  const {
    document: { documentElement: root },
    window: view,
  } = part;
  const axis: Axis = isScrolled
    ? isVertical
      ? mode === 'vertical-lr'
        ? 'right'
        : 'left'
      : 'down'
    : isVertical
      ? 'down'
      : rtl
        ? 'left'
        : 'right';

  part.frame.style.width = `${box.width}px`;
  part.frame.style.height = `${box.height}px`;
  const css = flowCss({
    style,
    box,
    columns,
    mode,
    isVertical,
    isScrolled,
    rtl,
    direction,
    isPicture,
  });
  setCss(css);
  const size = axis === 'down' ? box.height : box.width;
  const extent = () => (axis === 'down' ? root.scrollHeight : root.scrollWidth);
  if (columns === 2 && Math.round(extent() / (size / 2)) % 2 === 1) {
    // The last screen would not be full, and a window cannot scroll past its end. As high as a column, the
    // box fits into none that holds text; Firefox knows no `break-before: column`.
    const column = box.height - headRoom - footRoom;
    setCss(
      `${css}\n:root::after { content: ''; display: block; break-inside: avoid; height: ${column}px; }`,
    );
  }

  const offset = () =>
    axis === 'down' ? view.scrollY : axis === 'right' ? view.scrollX : -view.scrollX;
  const scrollTo = (distance: number) =>
    view.scrollTo({
      left: axis === 'down' ? 0 : axis === 'right' ? distance : -distance,
      top: axis === 'down' ? distance : 0,
      behavior: 'instant',
    });
  const distanceOf = (rect: DOMRect) =>
    offset() + (axis === 'down' ? rect.top : axis === 'right' ? rect.left : box.width - rect.right);
  const endOf = (rect: DOMRect) =>
    offset() +
    (axis === 'down' ? rect.bottom : axis === 'right' ? rect.right : box.width - rect.left);
  const screens = isScrolled ? 1 : Math.max(1, Math.round(extent() / size));
  const atEnd = () => offset() + size >= extent() - 2;

  return {
    axis,
    isScrolled,
    view: size,
    screens,
    screen: () => (isScrolled ? 0 : Math.min(screens - 1, Math.round(offset() / size))),
    goToScreen: (screen) => scrollTo(screen * size),
    goTo: (distance) =>
      scrollTo(
        isScrolled ? Math.max(0, distance - headRoom) : Math.floor((distance + 1) / size) * size,
      ),
    distanceOf,
    scroll(step) {
      const before = offset();
      scrollTo(before + step * size * 0.9);
      return Math.abs(offset() - before) > 1;
    },
    atEnd: () => (isScrolled ? atEnd() : Math.round(offset() / size) >= screens - 1),
    firstSeen(index) {
      const edge = offset() + 1;
      const range = part.document.createRange();
      const end = (node: Text, length = node.length): number => {
        range.setStart(node, 0);
        range.setEnd(node, length);
        const rect = range.getBoundingClientRect();
        return rect.width === 0 && rect.height === 0 ? -1 : endOf(rect);
      };
      /** Of the nearest text behind that is laid out at all. */
      const endFrom = (at: number): number => {
        for (let i = at; i < index.nodes.length; i += 1) {
          const node = index.nodes[i];
          const found = node ? end(node) : -1;
          if (found >= 0) return found;
        }
        return Infinity;
      };
      const first = firstIndex(index.nodes.length, (at) => endFrom(at) > edge);
      const node = index.nodes[first];
      if (!node) return index.text.length;
      const within = firstIndex(node.length, (at) => end(node, at + 1) > edge);
      return (index.starts[first] ?? 0) + within;
    },
  };
};

/**
 * Two lines of a paragraph at least stay together, which is what Chromium does unless told otherwise. WebKit
 * (nothing else knows `-webkit-nbsp-mode`) loses a line at the end of a column when it tries.
 */
const loneLines =
  '@supports (-webkit-nbsp-mode: space) { body, body * { widows: 1 !important; orphans: 1 !important; } }';

/**
 * A window scrolls the way that the body of its document runs, unless something of it is contained. Pages that
 * go on to the left could not be reached where their text runs to the right.
 */
const ownDirection = 'body { contain: style !important; }';

interface FlowCss {
  style: BookStyle;
  box: FlowBox;
  columns: number;
  mode: string;
  isVertical: boolean;
  isScrolled: boolean;
  rtl: boolean;
  /** Of the text, which may be another than that of the pages. */
  direction: string;
  isPicture: boolean;
}

/**
 * The width of columns is named along with their number: WebKit makes no columns of `column-count: 1`
 * alone, and the text would run down past the window. Columns grow beyond it, so 1px changes nothing else.
 */
const flowCss = (parts: FlowCss): string => {
  const { style, box, columns, mode, isVertical, isScrolled, rtl, direction, isPicture } = parts;
  const side = Math.round(((isVertical ? box.height : box.width) * style.marginPercent) / 100);
  // Vertical lines run from top to bottom: their sides are above and below.
  const gutter = isVertical ? Math.max(side, headRoom) : Math.max(16, Math.round(side / columns));
  const ends = isVertical
    ? Math.max(24, Math.round((box.width * style.marginPercent) / 100))
    : headRoom;
  const foot = isVertical ? ends : footRoom;
  const height = box.height - (isVertical ? 2 * gutter : headRoom + footRoom);
  const width = isVertical ? box.width - 2 * ends : box.width / columns - 2 * gutter;
  const flow = isScrolled
    ? `overflow: auto !important; block-size: auto !important; columns: auto !important; padding-block: ${ends}px ${isVertical ? ends : 96}px !important;`
    : `overflow: hidden !important; width: ${box.width}px !important; height: ${box.height}px !important; columns: ${columns} 1px !important; column-gap: 0 !important; column-fill: auto !important; padding-block: ${ends}px ${foot}px !important;`;
  return `
${ownDirection}
:root { box-sizing: border-box !important; margin: 0 !important; padding-inline: 0 !important; min-width: 0 !important; min-height: 0 !important; max-width: none !important; max-height: none !important; position: static !important; writing-mode: ${mode} !important; ${rtl ? 'direction: rtl !important;' : ''} ${flow} }
body { box-sizing: border-box !important; margin-block: 0 !important; margin-inline: auto !important; padding-block: 0 !important; padding-inline: ${gutter}px !important; inline-size: auto !important; block-size: auto !important; max-inline-size: calc(${style.maxLineCh}ch + ${2 * gutter}px) !important; max-block-size: none !important; min-block-size: 0 !important; position: static !important; columns: auto !important; overflow: visible !important; writing-mode: ${mode} !important; direction: ${direction} !important; ${isPicture ? 'text-align: center !important;' : ''} ${isScrolled ? '' : 'touch-action: none;'} }
img, svg, video, canvas, object { max-width: ${Math.floor(width)}px !important; max-height: ${Math.floor(height)}px !important; object-fit: contain; break-inside: avoid; }
pre, code { white-space: pre-wrap !important; }
table { max-width: 100%; }
h1, h2, h3, h4, h5, h6 { break-after: avoid; }
${loneLines}
::selection { background: rgb(20 184 166 / 35%); }
:root, body { scrollbar-width: thin; }`;
};
