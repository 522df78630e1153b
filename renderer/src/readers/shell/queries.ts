import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import {
  createAnnotation,
  deleteAnnotation,
  listAnnotations,
  listSharedAnnotations,
  updateAnnotation,
  type Annotation,
  type AnnotationKind,
  type CreateAnnotation,
  type ListedAnnotation,
  type UpdateAnnotation,
} from '../../../../shared/api/annotations.ts';
import { maxPageSize } from '../../../../shared/limits.ts';
import { api } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import { reportFailure } from '../../ui/feedback/notify.ts';

/** All of the user's annotations in a book, in reading order. */
export const annotationsOfBook = (bookId: string) =>
  queryOptions({
    queryKey: [...keys.annotations, 'of-book', bookId],
    queryFn: async ({ signal }) => {
      const all: ListedAnnotation[] = [];
      for (let page = 1; ; page += 1) {
        const query = { book_id: bookId, sort: 'book,asc', page, pageSize: maxPageSize };
        const list = await api.call(listAnnotations, { query, signal });
        all.push(...list.data);
        if (list.links.next === null) return all;
      }
    },
  });

const sharedAtOnce = 100;

/** Highlights and notes of others in a book, page by page. */
export const sharedAnnotationsQuery = (bookId: string, page: number) =>
  queryOptions({
    queryKey: [...keys.annotations, 'shared', bookId, page],
    queryFn: ({ signal }) =>
      api.call(listSharedAnnotations, {
        params: { id: bookId },
        query: { page, pageSize: sharedAtOnce },
        signal,
      }),
  });

/** Filters of the list of all annotations, kept in the URL. */
export interface AnnotationsView {
  q?: string | undefined;
  kind?: AnnotationKind | undefined;
  sort?: 'created_at' | 'updated_at' | undefined;
  page?: number | undefined;
}

const pageSize = 100;

export const annotationsPage = ({ q, kind, sort, page = 1 }: AnnotationsView) =>
  queryOptions({
    queryKey: [...keys.annotations, 'page', { q, kind, sort, page }],
    queryFn: ({ signal }) =>
      api.call(listAnnotations, {
        query: {
          ...(q === undefined ? {} : { search: q }),
          ...(kind === undefined ? {} : { kind }),
          sort: sort === undefined ? 'book,asc' : `${sort},desc`,
          page,
          pageSize,
        },
        signal,
      }),
  });

type Change =
  | { kind: 'add'; bookId: string; body: CreateAnnotation }
  | { kind: 'change'; id: string; body: UpdateAnnotation }
  | { kind: 'remove'; id: string };

const sendChange = async (change: Change): Promise<Annotation | null> => {
  if (change.kind === 'add') {
    return api.call(createAnnotation, { params: { id: change.bookId }, body: change.body });
  }
  const params = { id: change.id };
  if (change.kind === 'change') {
    return api.call(updateAnnotation, { params, body: change.body });
  }
  await api.call(deleteAnnotation, { params });
  return null;
};

/** Adds, changes or deletes an annotation; errors are shown as a notification. */
export const useAnnotate = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: sendChange,
    onError: reportFailure,
    onSettled: () => client.invalidateQueries({ queryKey: keys.annotations }),
  });
};

/** The same for a form, which shows the error and keeps what was entered. */
export const useSaveAnnotation = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: sendChange,
    onSettled: () => client.invalidateQueries({ queryKey: keys.annotations }),
  });
};

/** The request that restores a deleted annotation. */
export const recreateRequest = ({ id, created_at, ...mark }: Annotation): CreateAnnotation => ({
  id,
  created_at,
  kind: mark.kind,
  page: mark.page,
  location: mark.location,
  text: mark.text,
  note: mark.note,
  color: mark.color,
  is_shared: mark.is_shared,
});
