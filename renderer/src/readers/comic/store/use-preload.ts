import { useEffect, useMemo } from 'react';

import { axisOfStrip } from '../input/navigation.ts';
import { drawnPageWidth, drawSpread } from '../stage/spread-layout.ts';
import { firstOf, lastOf, spreadIndexOf } from '../stage/spreads.ts';
import { pageSource } from './page-source.ts';
import { createPreloader, loadImage, preloadPages } from './preload.ts';
import { useReader } from './reader-context.tsx';
import type { ReaderState } from './reader-store.ts';

/** Pages to keep behind, for turning back. */
const behind = 1;

/** Preloads the pages around the current one, once that is loaded. */
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
    // A strip renders the pages ahead, which loads them.
    if (!isReady || !spread || isStrip) return;
    const shown = { first: firstOf(spread), last: lastOf(spread) };
    const wanted = preloadPages(shown, pages.length, { ahead: settings.preload, behind });
    const options = { pages, spreads, viewport, settings, crops };
    preloader.keep(wanted.flatMap((number) => sourceOf(bookId, number, options)));
  }, [preloader, isReady, isStrip, spreads, spreadIndex, pages, viewport, settings, crops, bookId]);

  useEffect(() => () => preloader.clear(), [preloader]);
};

type Options = Pick<ReaderState, 'pages' | 'spreads' | 'viewport' | 'settings' | 'crops'>;

/** The same URL that the page will request, so that the cache is hit. */
const sourceOf = (bookId: string, number: number, options: Options): string[] => {
  const spread = options.spreads[spreadIndexOf(options.spreads, number)];
  const drawn = spread && drawSpread(spread, options, 1).find(({ leaf }) => leaf.page === number);
  if (!drawn) return [];
  const width = drawnPageWidth(drawn.view, drawn.size) * window.devicePixelRatio;
  return [pageSource(bookId, drawn.page, width, options.settings.sharpen)];
};
