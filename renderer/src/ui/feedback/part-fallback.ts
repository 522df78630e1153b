import { createContext, type ReactNode } from 'react';

/** Rendered if a lazy part fails to load: the button that would have opened it. */
export const PartFallback = createContext<ReactNode>(null);
