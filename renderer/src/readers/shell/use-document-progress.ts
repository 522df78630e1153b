import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';

import { getProgress } from '../../../../shared/api/progress.ts';
import type { Progress, ReadingDevice } from '../../../../shared/api/progress-record.ts';
import { api } from '../../api/client.ts';
import type { BookPlace } from '../epub/engine/book-engine.ts';
import type { Locator, Positions } from '../epub/engine/locator.ts';
import { createProgressWriter } from './progress-writer.ts';
import { sendProgress, syncProgress } from './send-progress.ts';
import type { OpenedBook } from './opened-book.ts';
import { positionOf } from './start-position.ts';

interface RemotePosition {
  locator: Locator;
  device: ReadingDevice | null;
}

export interface DocumentProgress {
  /** Called on every change of position. */
  onPlace: (place: BookPlace) => void;
  /** A newer position from another device. */
  remote: RemotePosition | null;
  forgetRemote: () => void;
}

/** The server's limit for a location (characters). */
const longestLocation = 2048;

/** Text context and title are dropped if the location would be too long. */
const written = ({ text, title, ...locator }: Locator): string | undefined =>
  [{ ...locator, title, text }, locator]
    .map((form) => JSON.stringify(form))
    .find((form) => form.length <= longestLocation);

const remoteOf = (locator: Locator | null, device: ReadingDevice | null): RemotePosition | null =>
  locator && { locator, device };

/**
 * Saves the position in a text and detects changes by other devices. Opening a book alone writes
 * nothing.
 */
export const useDocumentProgress = (
  { book, positions }: { book: OpenedBook; positions: Positions },
  isIncognito: boolean,
): DocumentProgress => {
  const [remote, setRemote] = useState<RemotePosition | null>(null);
  const incognito = useRef(isIncognito);
  useLayoutEffect(() => {
    incognito.current = isIncognito;
  }, [isIncognito]);
  const page = useRef<number | null>(null);
  const last = useRef<string | undefined>(undefined);

  const writer = useMemo(() => {
    const onNewer = ({ current_page, location, device }: Progress) =>
      setRemote(remoteOf(positionOf(positions, current_page, location), device));
    return createProgressWriter({
      send: (body, keepalive) => sendProgress(book.id, body, keepalive),
      onNewer,
    });
  }, [book.id, positions]);

  useEffect(() => {
    const stop = syncProgress(book.id, writer, {
      isHere: (at) => at === page.current,
      onMoved: (at, device) =>
        void api
          .call(getProgress, { params: { id: book.id } })
          .then(({ location }) => positionOf(positions, at, location))
          .catch(() => positions.locatorOf(at))
          .then((locator) => setRemote(remoteOf(locator, device))),
    });
    return () => {
      stop();
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
