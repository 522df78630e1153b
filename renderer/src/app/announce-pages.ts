import { announce } from '../ui/feedback/announce.ts';
import { useCrumbs } from '../ui/layout/page-title.ts';

/**
 * Has screen readers speak the title of each page that opens: browsers do so only when they load a
 * document. Returns the function that stops it.
 */
export const announcePages = (): (() => void) => {
  let last = document.title;
  return useCrumbs.subscribe(() => {
    const { title } = document;
    // Without a name while the page loads.
    if (title === last || !title.includes('·')) return;
    last = title;
    announce(title);
  });
};
