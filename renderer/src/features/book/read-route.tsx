import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useCanGoBack, useRouter } from '@tanstack/react-router';
import { Suspense, useState } from 'react';

import { useReadingSettings } from '../../reading-settings/use-reading-settings.ts';
import { readerKindQuery, type ReaderChoice, type ReaderKind } from './reader-kind.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

const route = getRouteApi('/read/$bookId');

const ComicReader = lazyPart(async () => {
  const { ReaderPage } = await import('../../reader/reader-page.tsx');
  return { default: ReaderPage };
});
const TextReader = lazyPart(async () => {
  const { TextReaderPage } = await import('../../text-reader/text-reader-page.tsx');
  return { default: TextReaderPage };
});
const PdfReader = lazyPart(async () => {
  const { PdfReaderPage } = await import('../../pdf-reader/pdf-reader-page.tsx');
  return { default: PdfReaderPage };
});
const OpenedFile = lazyPart(async () => {
  const { OpenedFileFrame } = await import('../opened-files/opened-file-frame.tsx');
  return { default: OpenedFileFrame };
});
const readers = { comic: ComicReader, text: TextReader, pdf: PdfReader };

/** Mounts the reader of the book's kind. */
export const ReadRoute = () => {
  const { bookId } = route.useParams();
  const { data } = useQuery(readerKindQuery(bookId, useQueryClient()));
  if (data === undefined) return null;
  if (data.scope === null) return <OpenBook key={bookId} kind={data.kind} />;
  return <OpenPdf key={bookId} kind={data.kind} scope={data.scope} />;
};

/** A PDF opens as what was chosen for its series, and otherwise as what suits it. */
const OpenPdf = ({
  kind,
  scope,
}: {
  kind: ReaderKind;
  scope: NonNullable<ReaderChoice['scope']>;
}) => {
  const { isReady, values } = useReadingSettings('pdf', scope);
  if (!isReady) return null;
  const chosen = { auto: kind, text: 'pdf', images: 'comic' } as const;
  return <OpenBook kind={chosen[values.mode]} />;
};

/** Closing leads back to where the book was opened, or to the book, and ends a window of its own. */
const OpenBook = ({ kind }: { kind: ReaderKind }) => {
  const { bookId } = route.useParams();
  const { page, place, incognito, list, own } = route.useSearch();
  const navigate = route.useNavigate();
  const { history } = useRouter();
  const canGoBack = useCanGoBack();
  // Another reader that takes over goes on where the first one was, whatever was saved of it.
  const [first] = useState(kind);
  const [isFirst, setIsFirst] = useState(true);
  const [left, setLeft] = useState<number>();
  if (isFirst && kind !== first) setIsFirst(false);
  const start = isFirst ? page : left;
  const Reader = readers[kind];
  const close = () => {
    if (own !== undefined) window.close();
    else if (canGoBack) history.back();
    else void navigate({ to: '/book/$bookId', params: { bookId }, replace: true });
  };
  const openBook = (next: string) =>
    // Replaces, so that closing after five volumes is still one step back.
    void navigate({
      to: '/read/$bookId',
      params: { bookId: next },
      search: {
        ...(incognito === undefined ? {} : { incognito }),
        ...(list === undefined ? {} : { list }),
        ...(own === undefined ? {} : { own: 'book' }),
      },
      replace: true,
    });
  const reader = (
    <Reader
      key={bookId}
      bookId={bookId}
      {...(start === undefined ? {} : { startPage: start })}
      {...(place === undefined || !isFirst ? {} : { startPlace: place })}
      {...(incognito === undefined ? {} : { incognito })}
      {...(list === undefined ? {} : { listId: list })}
      onLeave={setLeft}
      onClose={close}
      onOpenBook={openBook}
    />
  );
  return (
    <Suspense>
      {own === 'file' ? (
        <OpenedFile fileId={bookId} onBook={openBook}>
          {reader}
        </OpenedFile>
      ) : (
        reader
      )}
    </Suspense>
  );
};
