import type { PublicationManifest } from '../../../shared/api/epub.ts';
import type { BookStyle } from './book-style.ts';
import type { Locator, Positions } from './locator.ts';

export type Step = 1 | -1;

/** Where the reader is. */
export interface BookPlace {
  locator: Locator;
  /** The last screen of the book is shown. */
  isLast: boolean;
  /** Screens behind this one until the part of the book ends; null while it is scrolled. */
  screensLeft: number | null;
}

/** What is marked in the text, and where that is on the screen. */
export interface BookSelection {
  locator: Locator;
  text: string;
  /** In the container of the engine, which is as wide as it says. */
  rect: { top: number; bottom: number; left: number; right: number; width: number };
}

/** A stretch of text that is shown in a colour. */
export interface Mark {
  id: string;
  locator: Locator;
  /** A name that the style knows. */
  color: string;
}

export type TapZone = 'left' | 'middle' | 'right';

/** What an engine tells of. */
export interface EngineEvents {
  onPlace: (place: BookPlace) => void;
  onLoading: (isLoading: boolean) => void;
  /** A part of the book that cannot be shown, with what the server says of it. */
  onFailure: (error: unknown) => void;
  onSelect: (selection: BookSelection | null) => void;
  onTap: (zone: TapZone) => void;
  /** A mark was tapped. */
  onMark: (id: string) => void;
  /** A link out of the book; nothing is opened. */
  onLink: (url: string) => void;
  /** A key that was pressed while the text had the focus. */
  onKey: (event: KeyboardEvent) => void;
}

/** Where to go: a place, an address of the contents, or an end of the book. */
export type Target = Locator | { href: string } | 'start' | 'end';

export interface EngineOptions {
  container: HTMLElement;
  manifest: PublicationManifest;
  positions: Positions;
  style: BookStyle;
  /** Says in the place of a picture that the browser cannot show it. */
  brokenPicture: string;
  events: EngineEvents;
}

/**
 * Shows a book in a container. What the book contains is foreign: it is shown in frames that run nothing
 * of it, and never leads anywhere by itself.
 */
export interface BookEngine {
  goTo(target: Target): Promise<void>;
  /** One screen on or back, into the next part where one ends. False at an end of the book. */
  turn(step: Step): Promise<boolean>;
  /** The next or previous part of the book. */
  turnPart(step: Step): Promise<boolean>;
  /** Which way the book goes on: what the key or side of that name means. */
  readonly forward: 'right' | 'left';
  setStyle(style: BookStyle): void;
  setMarks(marks: readonly Mark[]): void;
  clearSelection(): void;
  destroy(): void;
}
