import type { SelectionKind } from '../selection/selection-store.ts';

/** The series or book that a link to it stands for. */
export interface Card {
  kind: SelectionKind;
  id: string;
}

/** The card that something lies in; null outside of the page, where links are no cards. */
export const cardUnder = (target: EventTarget | null): Card | null => {
  const link = target instanceof Element ? target.closest('#content a') : null;
  const [, kind, id] = /^\/(series|book)\/([^/]+)$/.exec(pathOf(link)) ?? [];
  if (kind === undefined || id === undefined) return null;
  return { kind: kind === 'series' ? 'series' : 'books', id };
};

const pathOf = (link: Element | null): string =>
  link instanceof HTMLAnchorElement && link.origin === window.location.origin ? link.pathname : '';
