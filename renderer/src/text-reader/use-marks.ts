import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';

import type {
  AnnotationColor,
  CreateAnnotation,
  ListedAnnotation,
} from '../../../shared/api/annotations.ts';
import { useCan } from '../api/session-store.ts';
import type { BookPlace, Mark } from '../books/book-engine.ts';
import { readLocator, type Locator } from '../books/locator.ts';
import { offerUndo } from '../ui/undo.ts';
import { again, annotationsOfBook, useAnnotate } from './queries.ts';

/** What a mark may hold at the server. */
const longestText = 4096;

/**
 * What the reader marked in a book, as the book shows it and as it can be changed. With it the book shows
 * what was found.
 */
export const useMarks = (bookId: string, found: readonly Mark[]) => {
  const { t } = useTranslation('text');
  const mayRead = useCan('progress-read');
  const mayMark = useCan('progress-write');
  const { data: all = none } = useQuery({ ...annotationsOfBook(bookId), enabled: mayRead });
  const { mutate, mutateAsync } = useAnnotate();

  const marks = useMemo((): Mark[] => {
    const own = all.flatMap(({ id, kind, color, location }): Mark[] => {
      const locator = kind === 'bookmark' ? null : readLocator(location);
      return locator ? [{ id, locator, color: color ?? 'yellow' }] : [];
    });
    return [...own, ...found];
  }, [all, found]);

  const add = useCallback(
    (
      locator: Locator,
      mark: {
        kind: CreateAnnotation['kind'];
        text?: string;
        note?: string;
        color?: AnnotationColor;
      },
    ) =>
      mutate({
        kind: 'add',
        bookId,
        body: {
          ...mark,
          ...(mark.text === undefined ? {} : { text: mark.text.slice(0, longestText) }),
          page: locator.locations.position ?? 1,
          location: JSON.stringify(locator),
        },
      }),
    [mutate, bookId],
  );
  const remove = useCallback(
    (mark: ListedAnnotation) => {
      mutate({ kind: 'remove', id: mark.id });
      offerUndo({
        text: t('marks.deleted'),
        undo: () => mutateAsync({ kind: 'add', bookId, body: again(mark) }),
      });
    },
    [mutate, mutateAsync, bookId, t],
  );
  const change = useCallback(
    (id: string, body: { note: string; color: AnnotationColor | null }) =>
      mutate({ kind: 'change', id, body }),
    [mutate],
  );
  /** The bookmark of the page that is shown. */
  const bookmarkAt = useCallback(
    (place: BookPlace | null) =>
      all.find(
        ({ kind, page }) => kind === 'bookmark' && page === place?.locator.locations.position,
      ),
    [all],
  );
  return { all, marks, mayMark, add, remove, change, bookmarkAt };
};

export type Marks = ReturnType<typeof useMarks>;

const none: readonly ListedAnnotation[] = [];
