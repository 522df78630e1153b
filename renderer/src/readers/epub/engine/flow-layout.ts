import type { BookStyle } from './book-style.ts';
import type { PartFrame } from './part-frame.ts';
import { bottomMargin, footerMargin, topMargin } from './text-margins.ts';
import { firstIndex, type TextIndex } from './text-index.ts';
import { fitWideContent, wideMark } from './wide-content.ts';

/** The direction in which a part continues on screen. */
export type Axis = 'right' | 'left' | 'down';

export interface FlowBox {
  width: number;
  height: number;
}

/** Layout of a part; distances are in CSS pixels from its start, along the axis. */
export interface FlowLayout {
  axis: Axis;
  isScrolled: boolean;
  /** Size of a screen along the axis. */
  view: number;
  /** Measured at each call, because a late font or picture can change it. */
  screens(): number;
  /** From 0. */
  screen(): number;
  goToScreen(screen: number): void;
  /** Goes to the screen that contains the distance, or scrolls exactly to it. */
  goTo(distance: number): void;
  distanceOf(rect: DOMRect): number;
  /** Scrolls by 90 % of a screen; false at the end of the part. */
  scroll(step: 1 | -1): boolean;
  /** Whether the part goes on in the direction of a distance. */
  canScroll(distance: number): boolean;
  scrollBy(distance: number): void;
  atEnd(): boolean;
  /** Share of the part on screen of which a chapter that begins there is the one being read. */
  visibleShare(): number;
  /** Offset of the first visible character. */
  firstVisible(index: TextIndex): number;
}

/** Space on either side of a column in a spread (em); two of them are between the columns. */
const spreadGutterEm = 1.5;

const isWide = ({ width, height }: FlowBox): boolean => width >= 960 && width > height * 1.1;

const columnsOf = ({ columns }: BookStyle, box: FlowBox, isAlone: boolean): number => {
  if (isAlone || columns === 'one' || columns === 'scroll') return 1;
  return columns === 'two' || isWide(box) ? 2 : 1;
};

/** The book's writing mode; the body's if the root element sets none. */
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

/** Lays a part out in viewport-sized columns or as one scrolling strip. */
export const layOut = (
  part: PartFrame,
  setCss: (css: string) => void,
  style: BookStyle,
  window: FlowBox,
  fallbackDirection: string,
): FlowLayout => {
  fitFrame(part, window, window);
  setCss(ownDirection);
  const { mode, direction, isPicture } = writingOf(part, style);
  const isVertical = mode.startsWith('vertical');
  const isScrolled = style.columns === 'scroll';
  const rtl = !isVertical && (direction === 'rtl' || fallbackDirection === 'rtl');
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

  const flow = { style, mode, isVertical, isScrolled, rtl, direction, isPicture };
  const { box, columns, css } = arrange(part, setCss, window, flow);
  const size = axis === 'down' ? box.height : box.width;
  const extent = () => (axis === 'down' ? root.scrollHeight : root.scrollWidth);
  if (columns === 2 && Math.round(extent() / (size / 2)) % 2 === 1) {
    // A window cannot scroll past its content, so fill up the last screen of two columns. A box as
    // high as a column never fits into one with text; Firefox lacks `break-before: column`.
    const column = box.height - topMargin() - bottomMargin;
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
  const screens = () => (isScrolled ? 1 : Math.max(1, Math.round(extent() / size)));
  const atEnd = () => offset() + size >= extent() - 2;

  return {
    axis,
    isScrolled,
    view: size,
    screens,
    screen: () => (isScrolled ? 0 : Math.min(screens() - 1, Math.round(offset() / size))),
    goToScreen: (screen) => scrollTo(screen * size),
    goTo: (distance) =>
      scrollTo(
        isScrolled ? Math.max(0, distance - topMargin()) : Math.floor((distance + 1) / size) * size,
      ),
    distanceOf,
    scroll(step) {
      const before = offset();
      scrollTo(before + step * size * 0.9);
      return Math.abs(offset() - before) > 1;
    },
    canScroll: (distance) => (distance > 0 ? !atEnd() : offset() > 1),
    scrollBy: (distance) => scrollTo(offset() + distance),
    atEnd: () => (isScrolled ? atEnd() : Math.round(offset() / size) >= screens() - 1),
    visibleShare: () => ((isScrolled ? 0.3 : 0.9) * size) / Math.max(size, extent()),
    firstVisible(index) {
      const edge = offset() + 1;
      const range = part.document.createRange();
      const end = (node: Text, length = node.length): number => {
        range.setStart(node, 0);
        range.setEnd(node, length);
        const rect = range.getBoundingClientRect();
        return rect.width === 0 && rect.height === 0 ? -1 : endOf(rect);
      };
      /** The next text node with a layout box, which whitespace between paragraphs lacks. */
      const laidOutFrom = (nodeIndex: number): number => {
        let next = nodeIndex;
        for (let node = index.nodes[next]; node && end(node) < 0; node = index.nodes[next])
          next += 1;
        return next;
      };
      const first = laidOutFrom(
        firstIndex(index.nodes.length, (nodeIndex) => {
          const node = index.nodes[laidOutFrom(nodeIndex)];
          return node === undefined || end(node) > edge;
        }),
      );
      const node = index.nodes[first];
      if (!node) return index.text.length;
      const within = firstIndex(node.length, (offset) => end(node, offset + 1) > edge);
      return (index.starts[first] ?? 0) + within;
    },
  };
};

/** Sizes the frame and places it in the middle of the window, at its top. */
const fitFrame = ({ frame }: PartFrame, box: FlowBox, window: FlowBox): void => {
  Object.assign(frame.style, {
    width: `${box.width}px`,
    height: `${box.height}px`,
    left: `${Math.round((window.width - box.width) / 2)}px`,
  });
};

/**
 * Chooses the columns and the size of the frame, and applies the style. The two columns of a spread
 * are together in the middle of a wide window, so their frame is only as wide as they are. A part
 * that fits into one column gets one.
 */
const arrange = (
  part: PartFrame,
  setCss: (css: string) => void,
  window: FlowBox,
  flow: Omit<FlowCss, 'box' | 'columns' | 'gutter'>,
) => {
  const { style, isVertical, isScrolled, isPicture, rtl } = flow;
  const apply = (box: FlowBox, columns: number, gutter?: number) => {
    fitFrame(part, box, window);
    const css = flowCss({ ...flow, box, columns, gutter });
    setCss(css);
    fitWideContent(part, isVertical);
    return { box, columns, css };
  };
  if (isScrolled) {
    return apply({ ...window, height: window.height - (style.hasFooter ? footerMargin() : 0) }, 1);
  }
  if (columnsOf(style, window, isVertical || isPicture) === 1) return apply(window, 1);
  const spread = apply(window, 2);
  const { body } = part.document;
  const computed = part.window.getComputedStyle(body);
  const gutter = Math.round(parseFloat(computed.fontSize) * spreadGutterEm);
  // Without the used padding, for which the browser would lay out the whole text.
  const line =
    parseFloat(computed.maxInlineSize) - 2 * gutterOf({ ...flow, ...spread, gutter: undefined });
  const margin = Math.max(0, (window.width * style.marginPercent) / 200 - gutter);
  const width = 2 * Math.floor(Math.min(line + 2 * gutter, window.width / 2 - margin));
  const two = width < window.width ? apply({ ...window, width }, 2, gutter) : spread;
  const text = part.document.createRange();
  text.selectNodeContents(body);
  const { left, right } = text.getBoundingClientRect();
  const isInFirst = rtl ? left >= two.box.width / 2 : right <= two.box.width / 2;
  return isInFirst && style.columns === 'auto' ? apply(window, 1) : two;
};

/**
 * Works around WebKit, which loses a line at a column's end with the default widows and orphans of
 * 2. Only WebKit supports `-webkit-nbsp-mode`.
 */
const loneLines =
  '@supports (-webkit-nbsp-mode: space) { body, body * { widows: 1 !important; orphans: 1 !important; } }';

/**
 * The viewport inherits the direction of the body unless the body is contained. Pages that continue
 * to the left would be unreachable with left-to-right text.
 */
const ownDirection = 'body { contain: style !important; }';

/** Blocks for which books set a width that is wider than a column. */
const blocks =
  'article, aside, blockquote, center, dd, div, dl, dt, figure, footer, form, h1, h2, h3, h4, h5, h6, header, li, main, nav, ol, p, pre, section, table, ul';

interface FlowCss {
  style: BookStyle;
  box: FlowBox;
  columns: number;
  mode: string;
  isVertical: boolean;
  isScrolled: boolean;
  rtl: boolean;
  /** Of the text; it may differ from that of the pages. */
  direction: string;
  isPicture: boolean;
  /** On either side of the text (px); without it, by the margins of the settings. */
  gutter: number | undefined;
}

/** Space on either side of the text (px). Vertical text: the inline margins are at the top and bottom. */
const gutterOf = ({ style, box, columns, isVertical, gutter }: FlowCss): number => {
  const side = Math.round(((isVertical ? box.height : box.width) * style.marginPercent) / 100);
  return (
    gutter ?? (isVertical ? Math.max(side, topMargin()) : Math.max(16, Math.round(side / columns)))
  );
};

/**
 * Sets a column width as well as the count, because WebKit makes no columns of `column-count: 1`
 * alone and the text would overflow the window. Columns grow to fit, so 1px has no other effect.
 */
const flowCss = (parts: FlowCss): string => {
  const { style, box, columns, mode, isVertical, isScrolled, rtl, direction, isPicture } = parts;
  const gutter = gutterOf(parts);
  const ends = isVertical
    ? Math.max(24, Math.round((box.width * style.marginPercent) / 100))
    : topMargin();
  const foot = isVertical ? ends : bottomMargin;
  const height = box.height - (isVertical ? 2 * gutter : topMargin() + bottomMargin);
  const width = isVertical ? box.width - 2 * ends : box.width / columns - 2 * gutter;
  const flow = isScrolled
    ? `overflow: auto !important; block-size: auto !important; columns: auto !important; padding-block: ${ends}px ${isVertical ? ends : topMargin()}px !important;`
    : `overflow: hidden !important; width: ${box.width}px !important; height: ${box.height}px !important; columns: ${columns} 1px !important; column-gap: 0 !important; column-fill: auto !important; padding-block: ${ends}px ${foot}px !important;`;
  return `
${ownDirection}
:root { box-sizing: border-box !important; margin: 0 !important; padding-inline: 0 !important; min-width: 0 !important; min-height: 0 !important; max-width: none !important; max-height: none !important; position: static !important; writing-mode: ${mode} !important; ${rtl ? 'direction: rtl !important;' : ''} ${flow} }
body { box-sizing: border-box !important; margin-block: 0 !important; margin-inline: auto !important; padding-block: 0 !important; padding-inline: ${gutter}px !important; inline-size: auto !important; block-size: auto !important; max-inline-size: calc(${style.maxLineCh}ch + ${2 * gutter}px) !important; max-block-size: none !important; min-block-size: 0 !important; position: static !important; columns: auto !important; overflow: visible !important; writing-mode: ${mode} !important; direction: ${direction} !important; ${isPicture ? 'text-align: center !important;' : ''} }
img, svg, video, canvas, object { max-width: ${Math.floor(width)}px !important; max-height: ${Math.floor(height)}px !important; object-fit: contain; break-inside: avoid; }
pre, code { white-space: pre-wrap !important; }
body :is(${blocks}) { min-inline-size: 0 !important; max-inline-size: 100% !important; }
table[${wideMark}], table[${wideMark}] * { overflow-wrap: anywhere !important; max-inline-size: 100% !important; }
table[${wideMark}] :is(col, td, th) { white-space: normal !important; inline-size: auto !important; min-inline-size: 0 !important; }
h1, h2, h3, h4, h5, h6 { break-after: avoid; }
${loneLines}
::selection { background: rgb(20 184 166 / 35%); }
:root, body { scrollbar-width: thin; touch-action: ${isScrolled ? 'pan-x pan-y' : 'none'} !important; }`;
};
