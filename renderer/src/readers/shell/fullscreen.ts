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

export const leaveFullscreen = (): void => {
  if (document.fullscreenElement) void toggleFullscreen();
};

/** Whether fullscreen is supported: iPhones have it for videos only. */
export const canFillScreen = (): boolean =>
  (document as Partial<Pick<Document, 'fullscreenEnabled'>>).fullscreenEnabled === true;
