/** The element of each reader that takes keys for its pages. */
const pages = 'main section[tabindex], main section > [tabindex]';

/** Moves the focus to the pages, so that keys turn them and Tab goes on from there. */
export const focusPages = (): void =>
  document.querySelector<HTMLElement>(pages)?.focus({ preventScroll: true });
