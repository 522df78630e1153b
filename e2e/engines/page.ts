/** Viewport sizes of the stories (CSS px). */
export const sizes = {
  desktop: { width: 1440, height: 900 },
  phone: { width: 390, height: 844 },
} as const;

export interface Size {
  width: number;
  height: number;
}

export type SizeName = keyof typeof sizes;

export interface Point {
  x: number;
  y: number;
}

/** A browser window, limited to features that all engines support. */
export interface EnginePage {
  /** Navigates and waits for the load event. */
  goto(address: string): Promise<unknown>;
  /** Runs a function in the page; it must be self-contained, and its arguments JSON. */
  evaluate<Args extends unknown[], Result>(
    body: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ): Promise<Result>;
  /** Presses and releases a key such as `ArrowRight` or `Control+f`. */
  press(chord: string): Promise<unknown>;
  type(text: string): Promise<unknown>;
  click(point: Point): Promise<unknown>;
  drag(start: Point, end: Point): Promise<unknown>;
  /** Scrolls by wheel at a point (px). */
  wheel(point: Point, down: number): Promise<unknown>;
  /**
   * Touches, drags along the path and releases; undefined in WebKitGTK, whose driver has no touch.
   */
  touch?(way: readonly [Point, ...Point[]]): Promise<unknown>;
  /** Resizes the viewport, e.g. to rotate a phone. */
  resize(size: Size): Promise<unknown>;
  close(): Promise<unknown>;
}

/** A browser that runs stories. */
export interface Engine {
  /** Opens a window with empty cookies and storage. */
  open(size: SizeName): Promise<EnginePage>;
  close(): Promise<void>;
}

/** A browser engine that Octavo is tested in. */
export interface EngineKind {
  name: 'Chromium' | 'Firefox' | 'WebKit';
  /** Required commands, and the Debian packages that provide them. */
  needs: Readonly<Record<string, string>>;
  launch: () => Promise<Engine>;
}
