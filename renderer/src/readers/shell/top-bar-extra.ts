import { createContext, type ReactNode } from 'react';

/** Extra content of the reader's top bar, set by its container. */
export const TopBarExtra = createContext<ReactNode>(null);
