import { createContext, type ReactNode } from 'react';

/** Whether what is read is a file outside of the libraries: it then stands for its own series. */
export const isLoose = ({ id, series_id }: { id: string; series_id: string }): boolean =>
  series_id === id;

/** What the frame around a reader adds to its top bar. */
export const TopBarExtra = createContext<ReactNode>(null);
