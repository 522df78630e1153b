import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';

import type { Book } from '../../../../shared/api/book-record.ts';
import { getBook } from '../../../../shared/api/books.ts';
import { api, renewPageUrls } from '../../api/client.ts';
import { onMissedEvents, onServerEvent } from '../../api/events.ts';
import { fileOf } from '../../offline/book-store.ts';
import { reportFailure, showToast } from '../../ui/feedback/notify.ts';

interface OpenFile {
  book: Book;
  pages: number;
}

/**
 * Loads an open book again when the server has read another file of it, and says so if that has
 * another number of pages. `reload` rejects if the new file cannot be loaded.
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
  const id = shown?.book.id;

  useEffect(() => {
    const { shown: open } = latest.current;
    if (id === undefined || !open) return;
    const compare = async (before: OpenFile): Promise<OpenFile> => {
      const found = await api.call(getBook, { params: { id } }).catch(() => null);
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
    // One after the other: the events of a scan and of the analysis that follows it can arrive at once.
    let compared = Promise.resolve(open);
    const onChange = () => {
      compared = compared.then(compare);
    };
    const stops = [
      onServerEvent('book_updated', (event) => {
        if (event.book_id === id) onChange();
      }),
      onMissedEvents(onChange),
    ];
    return () => stops.forEach((stop) => stop());
  }, [id]);
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
