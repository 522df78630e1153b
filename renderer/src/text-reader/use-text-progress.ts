import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';

import { getProgress } from '../../../shared/api/progress.ts';
import type { Progress, ReadingDevice } from '../../../shared/api/progress-record.ts';
import { api } from '../api/client.ts';
import { onServerEvent } from '../api/events.ts';
import type { BookPlace } from '../books/book-engine.ts';
import type { Locator } from '../books/locator.ts';
import { createProgressWriter } from '../reader/progress-writer.ts';
import { sendProgress } from '../reader/send-progress.ts';
import { placeOf, type TextBook } from './load-text.ts';

interface RemotePosition {
  locator: Locator;
  device: ReadingDevice | null;
}

export interface TextProgress {
  /** Told of every place that is shown. */
  onPlace: (place: BookPlace) => void;
  /** A position that another device has read on to. */
  remote: RemotePosition | null;
  forgetRemote: () => void;
}

/** Characters that the server keeps of a place. */
const longestLocation = 2048;

/** The words at the place and the title of the part are left out where they would make it too long. */
const written = ({ text, title, ...locator }: Locator): string | undefined =>
  [{ ...locator, title, text }, locator]
    .map((form) => JSON.stringify(form))
    .find((form) => form.length <= longestLocation);

const remoteOf = (locator: Locator | null, device: ReadingDevice | null): RemotePosition | null =>
  locator && { locator, device };

/**
 * Keeps the place in a text on the server, and learns when another device has moved it. Opening a book
 * alone writes nothing.
 */
export const useTextProgress = (
  { book, positions }: Pick<TextBook, 'book' | 'positions'>,
  isIncognito: boolean,
): TextProgress => {
  const [remote, setRemote] = useState<RemotePosition | null>(null);
  const incognito = useRef(isIncognito);
  useLayoutEffect(() => {
    incognito.current = isIncognito;
  }, [isIncognito]);
  const page = useRef<number | null>(null);
  const last = useRef<string | undefined>(undefined);

  const writer = useMemo(() => {
    const onNewer = ({ current_page, location, device }: Progress) =>
      setRemote(remoteOf(placeOf(positions, current_page, location), device));
    return createProgressWriter({
      send: (body, keepalive) => sendProgress(book.id, body, keepalive),
      onNewer,
    });
  }, [book.id, positions]);

  useEffect(() => {
    const stopListening = onServerEvent('progress_updated', (event) => {
      if (event.book_id !== book.id || event.current_page === null) return;
      if (event.current_page === page.current || writer.isEcho(event.current_page)) return;
      const { current_page, device } = event;
      void api
        .call(getProgress, { params: { id: book.id } })
        .then(({ location }) => placeOf(positions, current_page, location))
        .catch(() => positions.locatorOf(current_page))
        .then((locator) => setRemote(remoteOf(locator, device)));
    });
    const flushHidden = () => {
      if (document.visibilityState === 'hidden') writer.flush();
    };
    document.addEventListener('visibilitychange', flushHidden);
    window.addEventListener('pagehide', writer.flush);
    return () => {
      document.removeEventListener('visibilitychange', flushHidden);
      window.removeEventListener('pagehide', writer.flush);
      stopListening();
      writer.flush();
    };
  }, [book.id, positions, writer]);

  return {
    remote,
    forgetRemote: () => setRemote(null),
    onPlace: ({ locator, isLast }) => {
      const position = isLast ? positions.total : (locator.locations.position ?? 1);
      const place = written({ ...locator, locations: { ...locator.locations, position } });
      const isFirst = page.current === null;
      const isSame = last.current === place;
      last.current = place;
      page.current = position;
      if (isSame || incognito.current || (isFirst && !isLast)) return;
      if (isFirst && book.progress?.current_page === position) return;
      setRemote(null);
      writer.record(position, place);
    },
  };
};
