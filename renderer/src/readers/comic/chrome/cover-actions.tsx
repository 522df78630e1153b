import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

import {
  chooseBookCover,
  chooseSeriesCover,
  getBookCover,
  getSeriesCover,
  resetBookCover,
  resetSeriesCover,
} from '../../../../../shared/api/covers.ts';
import { api } from '../../../api/client.ts';
import { useCan } from '../../../api/session-store.ts';
import { reportFailure } from '../../../ui/feedback/notify.ts';
import { offerUndo } from '../../../ui/feedback/undo.ts';
import buttons from '../../shell/buttons.module.css';
import { isStandaloneFile } from '../../shell/is-standalone-file.ts';
import { useReader } from '../store/reader-context.tsx';
import { coverList, coveredListsQuery } from './list-cover-calls.ts';

/** Sets the current page as cover of the book, its series or a list with it; needs permission. */
export const CoverActions = () => {
  const { t } = useTranslation('reader');
  const canEditBook = useCan('books-write');
  const canEditSeries = useCan('series-write');
  const collections = useCan('collections-write');
  const readLists = useCan('read-lists-write');
  const page = useReader((state) => state.page);
  const book = useReader((state) => state.book);
  const { id: bookId, series_id: seriesId } = book;
  const isAlone = isStandaloneFile(book);
  const { data: lists = [] } = useQuery({
    ...coveredListsQuery(book, { collections, readLists }),
    enabled: !isAlone && (collections || readLists),
  });
  if ((!canEditBook && !canEditSeries && lists.length === 0) || isAlone) return null;

  const change = async (text: string, make: () => Promise<() => Promise<unknown>>) => {
    try {
      offerUndo({ text, undo: await make() });
    } catch (error) {
      reportFailure(error);
    }
  };
  return (
    <div className={buttons.row}>
      {canEditBook && (
        <button
          type="button"
          onClick={() => void change(t('cover.bookDone'), () => coverOfBook(bookId, page))}
        >
          {t('cover.book')}
        </button>
      )}
      {canEditSeries && (
        <button
          type="button"
          onClick={() =>
            void change(t('cover.seriesDone'), () => coverOfSeries(seriesId, bookId, page))
          }
        >
          {t('cover.series')}
        </button>
      )}
      {lists.map((list) => (
        <button
          key={list.id}
          type="button"
          onClick={() =>
            void change(t('cover.listDone', { name: list.name }), () =>
              coverList(list, bookId, page),
            )
          }
        >
          {t('cover.list', { name: list.name })}
        </button>
      ))}
    </div>
  );
};

/**
 * Sets the cover and returns the undo function. An uploaded cover is lost: undo restores the book's
 * own.
 */
const coverOfBook = async (id: string, page: number) => {
  const params = { id };
  const before = await api.call(getBookCover, { params });
  await api.call(chooseBookCover, { params, body: { page } });
  return () =>
    before.page === null
      ? api.call(resetBookCover, { params })
      : api.call(chooseBookCover, { params, body: { page: before.page } });
};

const coverOfSeries = async (id: string, bookId: string, page: number) => {
  const params = { id };
  const before = await api.call(getSeriesCover, { params });
  await api.call(chooseSeriesCover, { params, body: { book_id: bookId, page } });
  return () =>
    before.book_id === null
      ? api.call(resetSeriesCover, { params })
      : api.call(chooseSeriesCover, {
          params,
          body: {
            book_id: before.book_id,
            ...(before.page === null ? {} : { page: before.page }),
          },
        });
};
