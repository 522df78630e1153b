import { useEffect, useMemo } from 'react';

import { pageSource } from './page-source.ts';
import { createPreloader, loadImage, preloadPages } from './preload.ts';
import { useReader } from './reader-context.tsx';
import { lastOf } from './spreads.ts';

/** One page behind is kept, for the reader who looks back. */
const behind = 1;

/** Loads the pages around the one being read, once that one is there. */
export const usePreload = (): void => {
  const bookId = useReader((state) => state.book.id);
  const pages = useReader((state) => state.pages);
  const spread = useReader((state) => state.spreads[state.spreadIndex]);
  const width = useReader((state) => state.viewport.width);
  const ahead = useReader((state) => state.settings.preload);
  const isReady = useReader((state) => state.isReady);
  const preloader = useMemo(() => createPreloader({ load: loadImage }), []);

  useEffect(() => {
    if (!isReady || !spread) return;
    const shown = { first: spread[0], last: lastOf(spread) };
    const wanted = preloadPages(shown, pages.length, { ahead, behind });
    const available = width * window.devicePixelRatio;
    preloader.keep(
      wanted.flatMap((number) => {
        const page = pages[number - 1];
        return page ? [pageSource(bookId, page, available)] : [];
      }),
    );
  }, [preloader, isReady, spread, pages, ahead, width, bookId]);

  useEffect(() => () => preloader.clear(), [preloader]);
};
