import { basePath } from '../../api/base-path.ts';
import type { SelectionKind } from '../selection/selection-store.ts';

/** A series or book card, identified by its link. */
export interface Card {
  kind: SelectionKind;
  id: string;
}

/**
 * The card that contains an element; null outside of the page content, where links are not cards.
 */
export const cardFromEvent = (target: EventTarget | null): Card | null => {
  const link = target instanceof Element ? target.closest('#content a') : null;
  const [, kind, id] = /^\/(series|book)\/([^/]+)$/.exec(pathOf(link)) ?? [];
  if (kind === undefined || id === undefined) return null;
  return { kind: kind === 'series' ? 'series' : 'books', id };
};

const pathOf = (link: Element | null): string =>
  link instanceof HTMLAnchorElement && link.origin === window.location.origin
    ? link.pathname.slice(basePath.length)
    : '';
