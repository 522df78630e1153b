import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

import type { ListedAnnotation } from '../../../../../shared/api/annotations.ts';
import { useCan } from '../../../api/session-store.ts';
import { offerUndo } from '../../../ui/feedback/undo.ts';
import { annotationsOfBook, useAnnotate } from '../../shell/queries.ts';

export interface Bookmarks {
  /** False if the user lacks the permission. */
  areAllowed: boolean;
  /** Sorted by page. */
  list: readonly ListedAnnotation[];
  /** Adds or removes a bookmark. */
  toggle: (page: number) => void;
  /** Removes a bookmark and offers undo. */
  remove: (bookmark: ListedAnnotation) => void;
}

/** Bookmarks of a book. */
export const useBookmarks = (bookId: string): Bookmarks => {
  const { t } = useTranslation('reader');
  const areAllowed = useCan('progress-write');
  const { data: all = none } = useQuery({ ...annotationsOfBook(bookId), enabled: areAllowed });
  const { mutate, mutateAsync } = useAnnotate();

  return useMemo((): Bookmarks => {
    const list = all.filter(({ kind }) => kind === 'bookmark');
    return {
      areAllowed,
      list,
      toggle: (page) => {
        if (!areAllowed) return;
        const held = list.filter((bookmark) => bookmark.page === page);
        for (const { id } of held) mutate({ kind: 'remove', id });
        if (held.length === 0) mutate({ kind: 'add', bookId, body: { kind: 'bookmark', page } });
      },
      remove: ({ id, page }) => {
        mutate({ kind: 'remove', id });
        offerUndo({
          text: t('bookmark.removed', { page }),
          undo: () => mutateAsync({ kind: 'add', bookId, body: { kind: 'bookmark', id, page } }),
        });
      },
    };
  }, [bookId, areAllowed, all, mutate, mutateAsync, t]);
};

const none: readonly ListedAnnotation[] = [];
