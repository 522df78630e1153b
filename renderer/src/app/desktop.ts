/** What the desktop shell's preload script offers to the page; absent in a browser. */
export interface DesktopBridge {
  platform: 'win32' | 'darwin' | 'linux';
  /** A one-time ticket for `POST /auth/ticket`; null when it has been taken or sharing forbids it. */
  takeTicket(): Promise<string | null>;
  /** The native folder picker; null when it was closed without a choice. */
  pickFolder(): Promise<string | null>;
  /** The path of a dropped file or folder, which a page alone cannot see. */
  pathOfFile?(file: File): string | null;
  /** Opens the books among what was dropped, each in a window of its own; gives the paths of the folders. */
  openDropped?(files: readonly File[]): Promise<string[]>;
  /** Has windows of books look as the application does. */
  setLook?(look: {
    colorScheme: 'auto' | 'light' | 'dark';
    language: string | null;
  }): Promise<void>;
  /** Shows a book or a series in the system's file manager; false where it is not there. */
  reveal?(kind: 'book' | 'series', id: string): Promise<boolean>;
}

declare global {
  interface Window {
    octavo?: DesktopBridge;
  }
}

export const desktop: DesktopBridge | undefined = window.octavo;
