import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';

import type {
  AnnotationColor,
  CreateAnnotation,
  ListedAnnotation,
} from '../../../../shared/api/annotations.ts';
import { useIsLost } from '../../api/connection-store.ts';
import { useCan } from '../../api/session-store.ts';
import { offerUndo } from '../../ui/feedback/undo.ts';
import type { Mark } from '../epub/engine/book-engine.ts';
import { readLocator, type Locator } from '../epub/engine/locator.ts';
import { recreateRequest, annotationsOfBook, useAnnotate, useSaveAnnotation } from './queries.ts';

/** The server's limit for an annotation's text (characters). */
const maxTextLength = 4096;

/** The user's annotations of a book, and the functions to change them. */
export const useAnnotations = (bookId: string) => {
  const { t } = useTranslation('text');
  const canRead = useCan('progress-read');
  const canMark = useCan('progress-write');
  const lost = useIsLost();
  const { data, isError } = useQuery({ ...annotationsOfBook(bookId), enabled: canRead });
  const all = data ?? none;
  const isUnknown = data === undefined && (isError || lost);
  const { mutate, mutateAsync } = useAnnotate();
  const { mutateAsync: save } = useSaveAnnotation();

  const add = useCallback(
    (body: CreateAnnotation) => mutate({ kind: 'add', bookId, body }),
    [mutate, bookId],
  );
  const remove = useCallback(
    (mark: ListedAnnotation) => {
      mutate({ kind: 'remove', id: mark.id });
      offerUndo({
        text: t('marks.deleted'),
        undo: () => mutateAsync({ kind: 'add', bookId, body: recreateRequest(mark) }),
      });
    },
    [mutate, mutateAsync, bookId, t],
  );
  const change = useCallback(
    (id: string, body: { note: string; color: AnnotationColor | null; is_shared?: boolean }) =>
      save({ kind: 'change', id, body }),
    [save],
  );
  const saveNew = useCallback(
    (body: CreateAnnotation) => save({ kind: 'add', bookId, body }),
    [save, bookId],
  );
  return { all, isUnknown, canMark, add, remove, change, saveNew };
};

interface NewMark {
  kind: CreateAnnotation['kind'];
  text?: string;
  note?: string;
  color?: AnnotationColor;
  is_shared?: boolean;
}

/** Annotations of a text; `marks` also includes the search hits to highlight. */
export const useMarks = (bookId: string, found: readonly Mark[]) => {
  const annotations = useAnnotations(bookId);
  const { all, add, saveNew } = annotations;
  const marks = useMemo((): Mark[] => {
    const own = all.flatMap(({ id, kind, color, location }): Mark[] => {
      const locator = kind === 'bookmark' ? null : readLocator(location);
      return locator ? [{ id, locator, color: color ?? 'yellow' }] : [];
    });
    return [...own, ...found];
  }, [all, found]);
  const addAt = useCallback((locator: Locator, mark: NewMark) => add(bodyOf(locator, mark)), [add]);
  const saveAt = useCallback(
    (locator: Locator, mark: NewMark) => saveNew(bodyOf(locator, mark)),
    [saveNew],
  );
  return { ...annotations, marks, addAt, saveAt };
};

const bodyOf = (locator: Locator, mark: NewMark): CreateAnnotation => ({
  ...mark,
  ...(mark.text === undefined ? {} : { text: mark.text.slice(0, maxTextLength) }),
  page: locator.locations.position ?? 1,
  location: JSON.stringify(locator),
});

export type Marks = ReturnType<typeof useMarks>;

const none: readonly ListedAnnotation[] = [];
