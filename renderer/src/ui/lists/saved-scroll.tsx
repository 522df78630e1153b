import { useElementScrollRestoration, useLocation } from '@tanstack/react-router';
import { createContext, use, useState, type ReactNode } from 'react';

const LeftPlace = createContext(0);

/** Scroll offset at which the page was left; 0 on a first visit. */
export const useSavedScroll = (): number => use(LeftPlace);

/**
 * Captures the saved scroll offset on navigation. The router restores it as soon as a page renders;
 * a list that still waits for its data is too short then, and the router saves the wrong offset.
 */
export const SavedScrollKeeper = ({ children }: { children: ReactNode }) => {
  const key = useLocation({ select: ({ state }) => state.__TSR_key });
  const saved = useElementScrollRestoration({ id: 'content' })?.scrollY ?? 0;
  const [left, setLeft] = useState({ key, place: saved });
  if (left.key !== key) setLeft({ key, place: saved });
  return <LeftPlace value={left.place}>{children}</LeftPlace>;
};
