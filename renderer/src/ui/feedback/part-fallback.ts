import { createContext, type ReactNode } from 'react';

/** Rendered until a lazy part is loaded: the button that opens it. */
export const PartFallback = createContext<ReactNode>(null);
