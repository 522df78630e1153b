/** What the desktop shell's preload script offers to the page; absent in a browser. */
export interface DesktopBridge {
  platform: 'win32' | 'darwin' | 'linux';
  /** A one-time ticket for `POST /auth/ticket`; null when it has been taken or sharing forbids it. */
  takeTicket(): Promise<string | null>;
  /** The native folder picker; null when it was closed without a choice. */
  pickFolder(): Promise<string | null>;
  /** The path of a dropped file or folder, which a page alone cannot see. */
  pathOfFile?(file: File): string | null;
}

declare global {
  interface Window {
    octavo?: DesktopBridge;
  }
}

export const desktop: DesktopBridge | undefined = window.octavo;
