/** Window sizes of the stories, CSS pixels. */
export const sizes = {
  desktop: { width: 1440, height: 900 },
  phone: { width: 390, height: 844 },
} as const;

export type SizeName = keyof typeof sizes;

export interface Point {
  x: number;
  y: number;
}

/** A window of a browser, with as much as every engine can do. */
export interface EnginePage {
  /** Loads an address and waits until its load event. */
  goto(address: string): Promise<unknown>;
  /** Runs a function in the page; it sees nothing of the test but its arguments, which are JSON. */
  evaluate<Args extends unknown[], Result>(
    body: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ): Promise<Result>;
  /** Presses and releases a key, as `ArrowRight` or `Control+f`. */
  press(chord: string): Promise<unknown>;
  type(text: string): Promise<unknown>;
  click(point: Point): Promise<unknown>;
  drag(from: Point, to: Point): Promise<unknown>;
  close(): Promise<unknown>;
}

/** A browser that stories run in. */
export interface Engine {
  /** Opens a window of its own: no cookies, no storage of another one. */
  open(size: SizeName): Promise<EnginePage>;
  close(): Promise<void>;
}

/** One of the engines that Octavo is proven in. */
export interface EngineKind {
  name: 'Chromium' | 'Firefox' | 'WebKit';
  /** Commands that have to be there, and the package of Debian that has them. */
  needs: Readonly<Record<string, string>>;
  launch: () => Promise<Engine>;
}
