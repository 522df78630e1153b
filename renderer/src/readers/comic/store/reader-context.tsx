import { createContext, use, type ReactNode } from 'react';
import { useStore } from 'zustand';

import type { ReaderState, ReaderStore } from './reader-store.ts';

const ReaderContext = createContext<ReaderStore | null>(null);

export const ReaderProvider = ({
  store,
  children,
}: {
  store: ReaderStore;
  children: ReactNode;
}) => <ReaderContext value={store}>{children}</ReaderContext>;

/** The store of the enclosing reader. */
export const useReaderStore = (): ReaderStore => {
  const store = use(ReaderContext);
  if (!store) throw new Error('A part of the reader is used outside of it');
  return store;
};

/** Selects from the reader's state; re-renders when the selection changes. */
export const useReader = <Part,>(select: (state: ReaderState) => Part): Part =>
  useStore(useReaderStore(), select);

export const useReaderActions = () => useReaderStore().actions;
