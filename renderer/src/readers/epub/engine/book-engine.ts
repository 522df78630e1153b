import type { PublicationManifest } from '../../../../../shared/api/epub.ts';
import type { Step } from '../../shell/opened-book.ts';
import type { BookStyle } from './book-style.ts';
import type { Footnote } from './footnotes.ts';
import type { Locator, Positions, TextRange } from './locator.ts';
import type { PartFrame } from './part-frame.ts';
import type { TextIndex } from './text-index.ts';

/** The reading position. */
export interface BookPosition {
  locator: Locator;
  /** The last screen of the book is visible. */
  isLast: boolean;
  /** Screens left in this part of the book; null in scroll mode. */
  screensLeft: number | null;
  /** Share of the part that counts as reached after the first visible character. */
  visibleShare: number;
  movement: Movement;
  /** A document outside of the reading order is shown; the position is the one that was left for it. */
  isAside?: boolean;
}

/** How a position was reached: by turning or scrolling, by a jump, or by a new layout. */
export type Movement = 'turn' | 'jump' | 'layout';

/** The selected text and its position on screen. */
export interface BookSelection {
  locator: Locator;
  text: string;
  /** Relative to the engine's container, whose width is `width`. */
  rect: { top: number; bottom: number; left: number; right: number; width: number };
}

/** A highlighted range of text. */
export interface Mark {
  id: string;
  locator: Locator;
  /** A key of `markColors`. */
  color: string;
}

export type TapZone = 'left' | 'middle' | 'right';

/** Callbacks of an engine. */
export interface EngineEvents {
  onMove: (position: BookPosition) => void;
  onLoading: (isLoading: boolean) => void;
  /** A part of the book failed to load; `error` carries the server's message. */
  onFailure: (error: unknown) => void;
  onSelect: (selection: BookSelection | null) => void;
  onTap: (zone: TapZone) => void;
  /** A swipe or the wheel asks for a turn. */
  onTurn: (step: Step) => void;
  /** A highlight was clicked. */
  onMark: (id: string) => void;
  /** A link out of the book was clicked; the engine does not open it. */
  onLink: (url: string) => void;
  /** A link or an entry of the contents leads to a file that the book lacks or does not show. */
  onDeadLink: () => void;
  /** The sign of a note was clicked. */
  onFootnote: (footnote: Footnote) => void;
  /** A key was pressed while the text had the focus. */
  onKey: (event: KeyboardEvent) => void;
}

/** Navigation target: a position, an href of the table of contents, or an end of the book. */
export type NavigationTarget = Locator | { href: string } | 'start' | 'end';

/** A text on display, for a voice that follows it. */
export interface ShownText {
  part: PartFrame;
  index: TextIndex;
  /** Address in the reading order. */
  href: string;
  /** Where the selection begins; null without one. */
  selected(): number | null;
  /** Offset of the first visible character. */
  firstVisible(): number;
  isVisible(range: TextRange): boolean;
  /** Turns the page or scrolls if a range is not visible. */
  reveal(range: TextRange): void;
}

export interface EngineOptions {
  container: HTMLElement;
  manifest: PublicationManifest;
  positions: Positions;
  style: BookStyle;
  /** Text shown in place of an image that the browser cannot show. */
  brokenPicture: string;
  events: EngineEvents;
}

/**
 * Renders a book in a container. Its content is untrusted: it is shown in sandboxed frames without scripts
 * and cannot navigate.
 */
export interface BookEngine {
  goTo(target: NavigationTarget): Promise<void>;
  /** Loads the part again that failed to load. */
  retry(): void;
  /** One screen forward or back, across parts. Resolves to false at an end of the book. */
  turn(step: Step): Promise<boolean>;
  /** To the next or previous part of the book. */
  turnPart(step: Step): Promise<boolean>;
  /** Reading direction: which arrow key or side of the page turns forward. */
  readonly forward: 'right' | 'left';
  setStyle(style: BookStyle): void;
  setMarks(marks: readonly Mark[]): void;
  /** Returns whether text was selected. */
  clearSelection(): boolean;
  /** The texts on display in the order of reading; the same objects as long as they are shown. */
  shown(): readonly ShownText[];
  destroy(): void;
}
