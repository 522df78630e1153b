/** API that the desktop's preload script exposes to the page; undefined in a browser. */
export interface DesktopBridge {
  platform: 'win32' | 'darwin' | 'linux';
  /** A one-time ticket for `POST /auth/ticket`; null if already used or forbidden by sharing. */
  takeTicket(): Promise<string | null>;
  /** Opens the native folder picker; null if cancelled. */
  pickFolder(): Promise<string | null>;
  /** The path of a dropped file or folder, which the web platform does not expose. */
  pathOfFile?(file: File): string | null;
  /** Opens dropped books, each in its own window; returns the paths of dropped folders. */
  openDropped?(files: readonly File[]): Promise<string[]>;
  /** Applies colour scheme and language to the windows of books. */
  setAppearance?(appearance: {
    colorScheme: 'auto' | 'light' | 'dark';
    language: string | null;
  }): Promise<void>;
  /** Shows a book or series in the system's file manager; false if it does not exist. */
  reveal?(kind: 'book' | 'series', id: string): Promise<boolean>;
  /** Opens the window in which a person can connect to another server. */
  chooseServer?(): Promise<void>;
}

declare global {
  interface Window {
    octavo?: DesktopBridge;
  }
}

export const desktop: DesktopBridge | undefined = window.octavo;
