import type { PublicationLink, PublicationManifest } from '../../../../../shared/api/epub.ts';
import type {
  BookPosition,
  BookSelection,
  Movement,
  NavigationTarget,
  ShownText,
} from './book-engine.ts';
import { fontFacesCss } from './book-fonts.ts';
import {
  defaultsCss,
  markParagraphs,
  textScale,
  userStyleCss,
  type BookStyle,
} from './book-style.ts';
import { followTheme, markInk } from './dark-pictures.ts';
import { layOut, type FlowLayout } from './flow-layout.ts';
import { fragmentOf, splitHref, type Locator, type Positions } from './locator.ts';
import { characterAt, findStretch, type PlacedMark } from './marks.ts';
import { addStyle, type PartFrame, type PartFrames } from './part-frame.ts';
import { loadFonts } from './part-loading.ts';
import { scaleAbsoluteSizes } from './relative-sizes.ts';
import { createTextIndex, type TextIndex } from './text-index.ts';

/** The part of the book on display. */
export interface OpenPart {
  spineIndex: number;
  link: PublicationLink;
  part: PartFrame;
  index: TextIndex;
  layout: FlowLayout;
  /** Lays the part out again. */
  restyle: (style: BookStyle) => FlowLayout;
  placed: PlacedMark[];
  /** Set when the part is shown. */
  text?: ShownText;
}

interface NewPart {
  part: PartFrame;
  spineIndex: number;
  link: PublicationLink;
  style: () => BookStyle;
  box: () => { width: number; height: number };
  direction: PublicationManifest['metadata']['readingProgression'];
  language: string | undefined;
}

/** Loads a part into a hidden frame and lays it out. @throws like `PartFrames.open` */
export const openFlowPart = async (
  frames: PartFrames,
  opening: Omit<NewPart, 'part'> & { title: string; brokenPicture: string },
  signal: AbortSignal,
): Promise<OpenPart> => {
  const { link, title, brokenPicture, style } = opening;
  const target = { href: link.href, title: link.title ?? title, brokenPicture };
  const part = await frames.open(target, signal);
  const opened = await prepare({ ...opening, part, style });
  if (signal.aborted) part.remove();
  signal.throwIfAborted();
  return opened;
};

/** Lays out a part that has been loaded. */
const prepare = async (opened: NewPart): Promise<OpenPart> => {
  const { part, spineIndex, link, style, box, direction, language } = opened;
  const { documentElement: root } = part.document;
  // Hyphenation needs the language.
  if (!root.hasAttribute('lang') && !root.hasAttribute('xml:lang')) root.lang = language ?? '';
  scaleAbsoluteSizes(part.document);
  const setDefaults = addStyle(part, 'before');
  // Only once: new rules load their fonts again, and each load repeats the layout.
  addStyle(part, 'before')(fontFacesCss());
  const setFaces = addStyle(part, 'before');
  const setWishes = addStyle(part, 'behind');
  const setFlow = addStyle(part, 'behind');
  const dress = (next: BookStyle) => {
    setFaces(next.fontFaces);
    setDefaults(defaultsCss(next));
    setWishes(userStyleCss(next, textScale(box())));
    followTheme(part.document, next.theme.isDark);
    if (next.theme.isDark) markInk(part.document);
    markParagraphs(part);
  };
  const restyle = (next: BookStyle) => {
    dress(next);
    return layOut(part, setFlow, next, box(), direction);
  };
  // Before the columns: each font that arrives lays them all out again, in a long part for seconds.
  dress(style());
  await loadFonts(part.document);
  const index = createTextIndex(part.document);
  return { spineIndex, link, part, index, layout: restyle(style()), restyle, placed: [] };
};

/** A target within a part. */
export type PartTarget =
  | { kind: 'start' }
  | { kind: 'end' }
  | { kind: 'id'; id: string }
  | { kind: 'locator'; locator: Locator };

/** Characters of context stored before and after a selection. */
const context = 32;

/** The part of a target and where in it; null for an address that no part has. The first `count` are the order. */
export const insideOf = (
  target: NavigationTarget,
  parts: readonly PublicationLink[],
  count: number,
): { spineIndex: number; inside: PartTarget } | null => {
  if (target === 'start') return { spineIndex: 0, inside: { kind: 'start' } };
  if (target === 'end') return { spineIndex: count - 1, inside: { kind: 'end' } };
  const { part, id } = splitHref(target.href);
  const spineIndex = parts.findIndex((link) => link.href === part);
  if ('locations' in target) {
    return spineIndex < 0
      ? { spineIndex: 0, inside: { kind: 'start' } }
      : { spineIndex, inside: { kind: 'locator', locator: target } };
  }
  if (spineIndex < 0) return null;
  return { spineIndex, inside: id === null ? { kind: 'start' } : { kind: 'id', id } };
};

/**
 * Scrolls the layout of a part to a target in it. Returns the offset of the character there, if it
 * is known.
 */
export const goInside = ({ layout, index, part }: OpenPart, inside: PartTarget): number | null => {
  const reveal = (range: Range | Element) => {
    const rect = [...range.getClientRects()].find(({ width, height }) => width + height > 0);
    layout.goTo(rect ? layout.distanceOf(rect) : 0);
  };
  if (inside.kind === 'start') layout.goToScreen(0);
  else if (inside.kind === 'end') {
    if (layout.isScrolled) layout.goTo(Number.MAX_SAFE_INTEGER / 2);
    else layout.goToScreen(layout.screens() - 1);
  } else if (inside.kind === 'id') {
    const element = part.document.getElementById(inside.id);
    if (element) {
      reveal(element);
      return index.offsetOf(element, 0);
    }
    layout.goToScreen(0);
  } else {
    const stretch = findStretch(index, inside.locator);
    const { progression } = inside.locator.locations;
    if (index.text.trim() === '') layout.goToScreen(Math.floor(progression * layout.screens()));
    else {
      const start = Math.min(
        stretch?.start ?? Math.round(progression * index.text.length),
        Math.max(0, index.text.length - 1),
      );
      reveal(visibleFrom(index, start));
      return start;
    }
  }
  return null;
};

/** Brings a character into view in a new layout. */
export const goToCharacter = ({ index, layout }: OpenPart, character: number): void => {
  if (index.text.trim() === '' || character <= 0) return;
  const range = visibleFrom(index, Math.min(character, index.text.length - 1));
  layout.goTo(layout.distanceOf(range.getBoundingClientRect()));
};

const locatorAt = (
  positions: Positions,
  { link, index }: OpenPart,
  progression: number,
  start: number,
): Locator => ({
  href: link.href,
  type: link.type ?? 'application/xhtml+xml',
  ...(link.title === undefined ? {} : { title: link.title }),
  locations: {
    progression,
    ...positions.at(link.href, progression),
    ...(index.text === '' ? {} : { fragments: [fragmentOf({ start, end: start })] }),
  },
});

/** The position that a part shows. */
export const positionIn = (
  opened: OpenPart,
  positions: Positions,
  isLastPart: boolean,
  movement: Movement,
): BookPosition => {
  const { index, layout } = opened;
  const isLast = isLastPart && layout.atEnd();
  const seen = layout.firstVisible(index);
  const share =
    index.text.trim() === '' ? layout.screen() / layout.screens() : seen / index.text.length;
  const locator = locatorAt(positions, opened, isLast ? 1 : Math.min(1, share), seen);
  const text = index.text.slice(seen, seen + 2 * context).trim();
  return {
    locator: text === '' ? locator : { ...locator, text: { after: text } },
    isLast,
    screensLeft: layout.isScrolled ? null : layout.screens() - 1 - layout.screen(),
    visibleShare: layout.visibleShare(),
    movement,
  };
};

/** The id of the mark at a point of the frame. */
export const markAt = ({ part, index, placed }: OpenPart, x: number, y: number): string | null => {
  const character = characterAt(part, index, x, y);
  const hit = placed.findLast(
    ({ start, end, color }) =>
      character !== null && color !== 'found' && start <= character && character < end,
  );
  return hit?.id ?? null;
};

/** The selection in a part; `width` is that of the container. */
export const selectionIn = (
  opened: OpenPart,
  positions: Positions,
  width: number,
): BookSelection | null => {
  const selection = opened.part.document.getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  const { index } = opened;
  const start = index.offsetOf(range.startContainer, range.startOffset);
  const end = index.offsetOf(range.endContainer, range.endOffset);
  const text = index.text.slice(start, end).replace(/\s+/g, ' ').trim();
  if (text === '') return null;
  const locator = locatorAt(positions, opened, start / Math.max(1, index.text.length), start);
  const { top, bottom, left, right } = range.getBoundingClientRect();
  const beside = opened.part.frame.offsetLeft;
  return {
    text,
    rect: { top, bottom, left: left + beside, right: right + beside, width },
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

/** A non-empty range at a character, so that it has a bounding box. */
const visibleFrom = (index: TextIndex, start: number): Range => {
  for (let offset = start; offset < Math.min(index.text.length, start + 400); offset += 1) {
    const range = index.rangeOf({ start: offset, end: offset + 1 });
    const { width, height } = range.getBoundingClientRect();
    if (width + height > 0) return range;
  }
  return index.rangeOf({ start, end: start + 1 });
};
