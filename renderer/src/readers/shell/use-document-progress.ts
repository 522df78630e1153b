import { useEffect, useMemo, useRef } from 'react';

import type { ReadingDevice } from '../../../../shared/api/progress-record.ts';
import { getProgress } from '../../../../shared/api/progress.ts';
import { api } from '../../api/client.ts';
import type { BookPosition } from '../epub/engine/book-engine.ts';
import type { Locator, Positions } from '../epub/engine/locator.ts';
import { saveIncognitoPosition } from './incognito-position.ts';
import type { OpenedBook } from './opened-book.ts';
import { createProgressWriter } from './progress-writer.ts';
import { isJumpedTo } from './reading-moves.ts';
import { createProgressSender, syncProgress } from './send-progress.ts';
import type { ShellStore } from './shell-store.ts';
import { positionOf } from './start-position.ts';

/** The server's limit for a location (characters). */
const maxLocationLength = 2048;

/** Text context and title are dropped if the location would be too long. */
const written = ({ text, title, ...locator }: Locator): string | undefined =>
  [{ ...locator, title, text }, locator]
    .map((form) => JSON.stringify(form))
    .find((form) => form.length <= maxLocationLength);

/**
 * Saves the position in a text and detects changes by other devices. Returns the function to call on
 * every change of position. Opening a book alone writes nothing, unless the reader's own place shows its end.
 */
export const useDocumentProgress = (
  book: OpenedBook,
  positions: Positions,
  store: ShellStore,
): ((position: BookPosition) => void) => {
  const page = useRef<number | null>(null);
  const last = useRef<string | undefined>(undefined);
  const counted = useRef(positions);
  const { writer, setRemote } = useMemo(() => {
    const setRemote = (locator: Locator | null, device: ReadingDevice | null) =>
      store.setState({
        remote: locator && { page: locator.locations.position ?? 1, locator, device },
      });
    const writer = createProgressWriter({
      send: createProgressSender(book),
      isIncognito: () => store.getState().isIncognito,
      onNewer: ({ current_page, location, device }) =>
        setRemote(positionOf(positions, current_page, location), device),
    });
    return { writer, setRemote };
  }, [book, positions, store]);

  useEffect(() => {
    const stop = syncProgress(book, writer, {
      isHere: (moved) => moved === page.current,
      onMoved: (moved, device) =>
        void api
          .call(getProgress, { params: { id: book.id } })
          .then(({ location }) => positionOf(positions, moved, location))
          .catch(() => positions.locatorOf(moved))
          .then((locator) => setRemote(locator, device)),
    });
    return () => {
      stop();
      writer.stop();
    };
  }, [book, positions, writer, setRemote]);

  return ({ locator, isLast, movement }) => {
    const number = isLast ? positions.total : (locator.locations.position ?? 1);
    const isOtherFile = counted.current !== positions && movement === 'layout';
    counted.current = positions;
    // A screen that was laid out again can show less, which must not reopen a finished book.
    const isShrunk = movement === 'layout' && page.current !== null && number < page.current;
    if (isShrunk && !isOtherFile) return;
    const position = written({ ...locator, locations: { ...locator.locations, position: number } });
    // Elsewhere the question stays until it is answered, as in comics.
    if (number === store.getState().remote?.page) store.setState({ remote: null });
    const isFirst = page.current === null;
    const isSame = last.current === position;
    last.current = position;
    page.current = number;
    const isJump = isJumpedTo(store.getState(), isLast);
    const showsEnd = isLast && (!isJump || positions.total === 1);
    // The last page of a shorter file is not where the person read to.
    if (isSame || isOtherFile) return;
    if (store.getState().isIncognito) {
      saveIncognitoPosition(book.id, { page: number, place: position });
      return;
    }
    if (isFirst && !showsEnd) return;
    if (isFirst && book.progress?.current_page === number) return;
    writer.record(number, position, { isLast, isJump });
  };
};
