import { useEffect } from 'react';

/** Time after which a new live region is known to screen readers, and between quick changes (ms). */
const pauseMs = 150;

let region: HTMLElement | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

/** An invisible live region. Its closed shadow keeps it out of what is searched and copied. */
const createRegion = (): HTMLElement => {
  const host = document.createElement('div');
  Object.assign(host.style, {
    position: 'fixed',
    width: '1px',
    height: '1px',
    overflow: 'hidden',
    clipPath: 'inset(50%)',
  });
  const created = document.createElement('p');
  created.setAttribute('aria-live', 'polite');
  host.attachShadow({ mode: 'closed' }).append(created);
  document.body.append(host);
  return created;
};

/** Has screen readers speak a text that is not otherwise focused; the last of quick ones wins. */
export const announce = (text: string): void => {
  region ??= createRegion();
  const spoken = region;
  // An equal text is spoken again only after another one.
  spoken.textContent = '';
  clearTimeout(timer);
  timer = setTimeout(() => {
    spoken.textContent = text;
  }, pauseMs);
};

/** Announces a text when it changes; undefined until it is known. */
export const useAnnounced = (text: string | undefined): void => {
  useEffect(() => {
    if (text !== undefined) announce(text);
  }, [text]);
};
