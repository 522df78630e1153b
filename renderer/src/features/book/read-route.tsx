import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useCanGoBack, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

import { hasCode } from '../../../../shared/errors.ts';
import { bookQuery } from '../../api/queries.ts';
import { withTranslations } from '../../locales/with-translations.ts';
import { viewedPerson } from '../../api/view-as.ts';
import { leaveFullscreen } from '../../readers/shell/fullscreen.ts';
import { readIncognitoPosition } from '../../readers/shell/incognito-position.ts';
import { useReadingSettings } from '../../readers/settings/use-reading-settings.ts';
import { readerKindQuery, type ReaderChoice } from './reader-kind.ts';
import { readerCode, type ReaderKind } from './reader-code.ts';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';
import { afterSpareEntry } from '../../ui/layout/use-close-on-back.ts';
import { resetReaders } from '../../readers/shell/reader-page.ts';
import { OpenedPositionConflict } from '../reading-positions/position-conflict.tsx';

const route = getRouteApi('/read/$bookId');

const ComicReader = lazyPart(async () => {
  return { default: (await readerCode.comic()).ComicReaderPage };
});
const EpubReader = lazyPart(async () => {
  return { default: (await readerCode.text()).EpubReaderPage };
});
const PdfReader = lazyPart(async () => {
  return { default: (await readerCode.pdf()).PdfReaderPage };
});
const OpenedFile = lazyPart(async () => {
  return {
    default: (await withTranslations(import('../opened-files/opened-file-frame.tsx')))
      .OpenedFileFrame,
  };
});
const readers = { comic: ComicReader, text: EpubReader, pdf: PdfReader };

/** Mounts the reader for the book's kind. */
export const ReadRoute = () => {
  const { bookId } = route.useParams();
  const { data } = useQuery(readerKindQuery(bookId, useQueryClient()));
  // Not between two books, where the route stays.
  useEffect(() => () => void leaveFullscreen(), []);
  if (data === undefined) return null;
  if (data.scope === null) return <OpenBook key={bookId} kind={data.kind} />;
  return <OpenPdf key={bookId} kind={data.kind} scope={data.scope} />;
};

/** Opens a PDF in the reader chosen for its series, or the recommended one. */
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

/**
 * Close returns to where the book was opened, or to the book's page; it closes a dedicated window.
 */
const OpenBook = ({ kind }: { kind: ReaderKind }) => {
  const { bookId } = route.useParams();
  const { page, place, list, own, ...search } = route.useSearch();
  // The readers remove them from the address with the first saved position.
  const [wanted, setWanted] = useState({ page, place });
  // Nothing can be saved while an admin sees the library as somebody else.
  const incognito = search.incognito ?? (viewedPerson() === null ? undefined : true);
  const [kept, setKept] = useState(() => (incognito === true ? readIncognitoPosition() : null));
  const isElsewhere = page !== wanted.page || place !== wanted.place;
  if (isElsewhere && (page !== undefined || place !== undefined)) {
    setWanted({ page, place });
    setKept(null);
  }
  const navigate = route.useNavigate();
  const { history } = useRouter();
  const canGoBack = useCanGoBack();
  // When switching readers, continue at the current page, whatever was saved.
  const [first] = useState(kind);
  const [isFirst, setIsFirst] = useState(true);
  const [left, setLeft] = useState<number>();
  if (isFirst && kind !== first) setIsFirst(false);
  // Remounts the reader after the earlier position was restored.
  const [round, setRound] = useState(0);
  const { page: startPage, place: startPosition } = kept ?? wanted;
  const start = isFirst ? startPage : left;
  const Reader = readers[kind];
  const client = useQueryClient();
  const openAnew = async () => {
    await resetReaders(client, bookId);
    setLeft(undefined);
    setRound((last) => last + 1);
  };
  const close = () => {
    if (own !== undefined) window.close();
    else if (canGoBack) history.back({ ignoreBlocker: true });
    else
      afterSpareEntry(() => {
        // The page of a book that is gone would be a second dead end.
        const { error } = client.getQueryState(bookQuery(bookId).queryKey) ?? {};
        void (hasCode(error, 'NotFound')
          ? navigate({ to: '/', replace: true })
          : navigate({ to: '/book/$bookId', params: { bookId }, replace: true }));
      });
  };
  const openBook = (next: string) =>
    // Replace, so that closing after five volumes is still one step back.
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
      key={`${bookId} ${round}`}
      bookId={bookId}
      {...(start === undefined ? {} : { startPage: start })}
      {...(startPosition === undefined || !isFirst ? {} : { startPosition })}
      {...(incognito === undefined ? {} : { incognito })}
      {...(list === undefined ? {} : { listId: list })}
      onLeave={setLeft}
      onClose={close}
      onOpenBook={openBook}
    />
  );
  return own === 'file' ? (
    <OpenedFile fileId={bookId} onBook={openBook}>
      {reader}
    </OpenedFile>
  ) : (
    <>
      {reader}
      {wanted.page === undefined && incognito === undefined && (
        <OpenedPositionConflict bookId={bookId} onEarlier={() => void openAnew()} />
      )}
    </>
  );
};
