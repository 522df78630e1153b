import { useEffect, useMemo } from 'react';

import { pageSource } from './page-source.ts';
import { axisOfStrip } from './navigation.ts';
import { createPreloader, loadImage, preloadPages } from './preload.ts';
import { useReader } from './reader-context.tsx';
import type { ReaderState } from './reader-store.ts';
import { drawnPageWidth, drawSpread } from './spread-layout.ts';
import { firstOf, lastOf, spreadIndexOf } from './spreads.ts';

/** One page behind is kept, for the reader who looks back. */
const behind = 1;

/** Loads the pages around the one being read, once that one is there. */
export const usePreload = (): void => {
  const bookId = useReader((state) => state.book.id);
  const pages = useReader((state) => state.pages);
  const spreads = useReader((state) => state.spreads);
  const spreadIndex = useReader((state) => state.spreadIndex);
  const viewport = useReader((state) => state.viewport);
  const settings = useReader((state) => state.settings);
  const crops = useReader((state) => state.crops);
  const isReady = useReader((state) => state.isReady);
  const isStrip = useReader((state) => axisOfStrip(state.mode) !== null);
  const preloader = useMemo(() => createPreloader({ load: loadImage }), []);

  useEffect(() => {
    const spread = spreads[spreadIndex];
    // A strip loads the pages ahead itself, for they are on the page already.
    if (!isReady || !spread || isStrip) return;
    const shown = { first: firstOf(spread), last: lastOf(spread) };
    const wanted = preloadPages(shown, pages.length, { ahead: settings.preload, behind });
    const options = { pages, spreads, viewport, settings, crops };
    preloader.keep(wanted.flatMap((number) => sourceOf(bookId, number, options)));
  }, [preloader, isReady, isStrip, spreads, spreadIndex, pages, viewport, settings, crops, bookId]);

  useEffect(() => () => preloader.clear(), [preloader]);
};

type Options = Pick<ReaderState, 'pages' | 'spreads' | 'viewport' | 'settings' | 'crops'>;

/** The very address that the page will have when it is turned to. */
const sourceOf = (bookId: string, number: number, options: Options): string[] => {
  const spread = options.spreads[spreadIndexOf(options.spreads, number)];
  const drawn = spread && drawSpread(spread, options, 1).find(({ leaf }) => leaf.page === number);
  if (!drawn) return [];
  const width = drawnPageWidth(drawn.view, drawn.size) * window.devicePixelRatio;
  return [pageSource(bookId, drawn.page, width, options.settings.sharpen)];
};
