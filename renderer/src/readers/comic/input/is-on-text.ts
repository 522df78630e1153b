/** Whether an event is about text on a page, which is selected and not turned, panned or swiped. */
export const isOnText = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[data-page-text]') !== null;
