import { useElementScrollRestoration, useLocation } from '@tanstack/react-router';
import { createContext, use, useState, type ReactNode } from 'react';

const LeftPlace = createContext(0);

/** How far the page was scrolled down when it was left for another one; 0 on a first visit. */
export const useLeftPlace = (): number => use(LeftPlace);

/**
 * Remembers for the pages within where they were left, from the moment on that leads back to them. The
 * router scrolls as soon as a page is drawn: where a list still waits for its records it does not come
 * far, and takes that for the place to remember.
 */
export const LeftPlaceKeeper = ({ children }: { children: ReactNode }) => {
  const key = useLocation({ select: ({ state }) => state.__TSR_key });
  const saved = useElementScrollRestoration({ id: 'content' })?.scrollY ?? 0;
  const [left, setLeft] = useState({ key, place: saved });
  if (left.key !== key) setLeft({ key, place: saved });
  return <LeftPlace value={left.place}>{children}</LeftPlace>;
};
