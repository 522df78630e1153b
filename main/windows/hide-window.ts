/** The methods of Electron's window needed for hiding it. */
export interface HidableWindow {
  hide(): void;
  isFullScreen(): boolean;
  setFullScreen(full: boolean): void;
  once(event: 'leave-full-screen', listener: () => void): unknown;
}

/**
 * Hides a window. On macOS, a full-screen window must leave full screen first, because its space
 * would otherwise remain as a black screen.
 */
export const hideWindow = (window: HidableWindow, platform: NodeJS.Platform): void => {
  if (platform !== 'darwin' || !window.isFullScreen()) {
    window.hide();
    return;
  }
  window.once('leave-full-screen', () => window.hide());
  window.setFullScreen(false);
};
