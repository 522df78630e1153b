/** Lets the reader fill the screen, or gives the screen back. */
export const toggleFullscreen = async (element: HTMLElement | null): Promise<void> => {
  try {
    await (document.fullscreenElement
      ? document.exitFullscreen()
      : element?.requestFullscreen({ navigationUI: 'hide' }));
  } catch {
    // A phone or an embedding page may forbid it; the reader fills the window anyway.
  }
};

/** Whether there is fullscreen at all: an iPhone has it for videos only. */
export const canFillScreen = (): boolean =>
  (document as Partial<Pick<Document, 'fullscreenEnabled'>>).fullscreenEnabled === true;
