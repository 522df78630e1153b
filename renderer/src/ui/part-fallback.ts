import { createContext, type ReactNode } from 'react';

/** Stays in the place of a part that could not be loaded: the button that would have opened it. */
export const PartFallback = createContext<ReactNode>(null);
