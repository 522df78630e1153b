import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useCanGoBack, useRouter } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';

import { readerKindQuery } from './reader-kind.ts';

const route = getRouteApi('/read/$bookId');

const ComicReader = lazy(async () => {
  const { ReaderPage } = await import('../../reader/reader-page.tsx');
  return { default: ReaderPage };
});
const TextReader = lazy(async () => {
  const { TextReaderPage } = await import('../../text-reader/text-reader-page.tsx');
  return { default: TextReaderPage };
});
const PdfReader = lazy(async () => {
  const { PdfReaderPage } = await import('../../pdf-reader/pdf-reader-page.tsx');
  return { default: PdfReaderPage };
});
const readers = { comic: ComicReader, text: TextReader, pdf: PdfReader };

/** Mounts the reader of the book's kind; closing leads back to where it was opened, or to the book. */
export const ReadRoute = () => {
  const { bookId } = route.useParams();
  const { page, place, incognito } = route.useSearch();
  const navigate = route.useNavigate();
  const { history } = useRouter();
  const canGoBack = useCanGoBack();
  const { data: kind } = useQuery(readerKindQuery(bookId, useQueryClient()));
  if (kind === undefined) return null;
  const Reader = readers[kind];
  return (
    <Suspense>
      <Reader
        key={bookId}
        bookId={bookId}
        {...(page === undefined ? {} : { startPage: page })}
        {...(place === undefined ? {} : { startPlace: place })}
        {...(incognito === undefined ? {} : { incognito })}
        onClose={() => {
          if (canGoBack) history.back();
          else void navigate({ to: '/book/$bookId', params: { bookId }, replace: true });
        }}
        onOpenBook={(next) =>
          // Replaces, so that closing after five volumes is still one step back.
          void navigate({
            to: '/read/$bookId',
            params: { bookId: next },
            search: incognito === undefined ? {} : { incognito },
            replace: true,
          })
        }
      />
    </Suspense>
  );
};
