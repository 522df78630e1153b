/** The whole page enters fullscreen, because menus and notifications are outside of the reader. */
export const toggleFullscreen = async (): Promise<void> => {
  try {
    await (document.fullscreenElement
      ? document.exitFullscreen()
      : document.documentElement.requestFullscreen({ navigationUI: 'hide' }));
  } catch {
    // Phones and embedding pages may forbid it; the reader fills the window in any case.
  }
};

/** Returns false if the page is not in fullscreen. */
export const leaveFullscreen = (): boolean => {
  if (!document.fullscreenElement) return false;
  void toggleFullscreen();
  return true;
};

/** Whether fullscreen is supported: iPhones have it for videos only. */
export const canFillScreen = (): boolean =>
  (document as Partial<Pick<Document, 'fullscreenEnabled'>>).fullscreenEnabled === true;
