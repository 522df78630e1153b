import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';

import type { Book } from '../../../../shared/api/book-record.ts';
import { hasCode } from '../../../../shared/errors.ts';
import { getBook } from '../../../../shared/api/books.ts';
import { api, renewPageUrls } from '../../api/client.ts';
import { onMissedEvents, onServerEvent } from '../../api/events.ts';
import { createRefreshQueue } from '../../api/refresh-queue.ts';
import { fileOf } from '../../offline/book-store.ts';
import { reportFailure, showToast } from '../../ui/feedback/notify.ts';
import { resetReaders } from './reader-page.ts';

interface OpenFile {
  book: Book;
  pages: number;
}

/** Minimum time between two questions (ms), because a scan changes many series. */
const intervalMs = 1500;

/**
 * Loads an open book again when the server has read another file of it, and says so if that has another number of
 * pages. Removes its pages when this person can no longer see it. `reload` rejects if the new file cannot be loaded.
 */
export const useReplacedFile = (
  shown: OpenFile | undefined,
  reload: () => Promise<OpenFile>,
): void => {
  const { t } = useTranslation('reader');
  const latest = useRef({ shown, reload, t });
  useEffect(() => {
    latest.current = { shown, reload, t };
  });
  const client = useQueryClient();
  const id = shown?.book.id;

  useEffect(() => {
    const { shown: open } = latest.current;
    if (id === undefined || !open) return;
    const compare = async (before: OpenFile): Promise<OpenFile> => {
      const found = await api.call(getBook, { params: { id } }).catch(async (error: unknown) => {
        if (!hasCode(error, 'NotFound') || isOver) return null;
        await resetReaders(client, id);
        // Fails, and the reader says why.
        await latest.current.reload().catch(() => null);
        return null;
      });
      if (!found || fileOf(found) === fileOf(before.book)) return before;
      renewPageUrls(id);
      try {
        const { pages } = await latest.current.reload();
        if (pages !== before.pages) showToast(latest.current.t('replaced', { count: pages }));
        return { book: found, pages };
      } catch (error) {
        reportFailure(error);
        return before;
      }
    };
    let isOver = false;
    // One after the other: the events of a scan and of the analysis that follows it can arrive at once.
    let compared = Promise.resolve(open);
    const onChange = () => {
      compared = compared.then(compare);
    };
    const queue = createRefreshQueue(() => {
      if (!isOver) onChange();
    }, intervalMs);
    const { series_id, library_id } = open.book;
    const onEvent = (event: { book_id?: string; series_id?: string; library_id?: string }) => {
      const isMeant =
        event.book_id === undefined
          ? event.series_id === series_id || event.library_id === library_id
          : event.book_id === id;
      if (isMeant) queue.add([id]);
    };
    const stops = [
      onServerEvent('book_updated', onEvent),
      onServerEvent('book_deleted', onEvent),
      onServerEvent('series_deleted', ({ series_id }) => onEvent({ series_id })),
      // For people with restrictions, a series of the library may have become hidden.
      onServerEvent('library_updated', onEvent),
      onServerEvent('library_deleted', onEvent),
      onMissedEvents(() => queue.add([id])),
    ];
    return () => {
      isOver = true;
      stops.forEach((stop) => stop());
    };
  }, [id, client]);
};

/** The result of loading a book again. @throws if it failed */
export const loadedAgain = <Loaded>({
  data,
  error,
}: {
  data?: Loaded | undefined;
  error: unknown;
}): Loaded => {
  if (data === undefined || error !== null) throw error;
  return data;
};
