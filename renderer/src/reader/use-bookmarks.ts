import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

import {
  createAnnotation,
  deleteAnnotation,
  listAnnotations,
  type ListedAnnotation,
} from '../../../shared/api/annotations.ts';
import { maxPageSize } from '../../../shared/schemas.ts';
import { api } from '../api/client.ts';
import { useCan } from '../api/session-store.ts';
import { reportFailure } from '../ui/notify.ts';
import { offerUndo } from '../ui/undo.ts';

const bookmarksQuery = (bookId: string) =>
  queryOptions({
    queryKey: ['annotations', 'bookmarks', bookId],
    queryFn: async ({ signal }) => {
      const query = {
        book_id: bookId,
        kind: 'bookmark',
        sort: 'book,asc',
        pageSize: maxPageSize,
      } as const;
      return (await api.call(listAnnotations, { query, signal })).data;
    },
    retry: false,
  });

export interface Bookmarks {
  /** False for people who may not keep any. */
  areAllowed: boolean;
  /** In the order of the pages. */
  list: readonly ListedAnnotation[];
  /** Marks a page, or takes its mark away. */
  toggle: (page: number) => void;
  /** Takes a mark away, and offers it back. */
  remove: (bookmark: ListedAnnotation) => void;
}

/** The marked pages of a book. */
export const useBookmarks = (bookId: string): Bookmarks => {
  const { t } = useTranslation('reader');
  const client = useQueryClient();
  const areAllowed = useCan('progress-write');
  const { data: list = none } = useQuery({ ...bookmarksQuery(bookId), enabled: areAllowed });

  return useMemo(() => {
    const change = async (write: () => Promise<unknown>) => {
      try {
        await write();
      } finally {
        await client.invalidateQueries({ queryKey: ['annotations'] });
      }
    };
    const add = (body: { id?: string; page: number }) =>
      change(() =>
        api.call(createAnnotation, { params: { id: bookId }, body: { kind: 'bookmark', ...body } }),
      );
    const take = ({ id }: ListedAnnotation) =>
      change(() => api.call(deleteAnnotation, { params: { id } }));

    const bookmarks: Bookmarks = {
      areAllowed,
      list,
      toggle: (page) => {
        if (!areAllowed) return;
        const held = list.filter((bookmark) => bookmark.page === page);
        const changes = held.length > 0 ? held.map(take) : [add({ page })];
        Promise.all(changes).catch(reportFailure);
      },
      remove: (bookmark) => {
        take(bookmark).catch(reportFailure);
        offerUndo({
          text: t('bookmark.removed', { page: bookmark.page }),
          undo: () => add({ id: bookmark.id, page: bookmark.page }),
        });
      },
    };
    return bookmarks;
  }, [client, bookId, areAllowed, list, t]);
};

const none: readonly ListedAnnotation[] = [];
