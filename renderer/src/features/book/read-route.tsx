import { getRouteApi, useCanGoBack, useRouter } from '@tanstack/react-router';

import { ReaderPage } from '../../reader/reader-page.tsx';

const route = getRouteApi('/read/$bookId');

/** Mounts the reader; closing leads back to where it was opened, or to the book. */
export const ReadRoute = () => {
  const { bookId } = route.useParams();
  const { page, incognito } = route.useSearch();
  const navigate = route.useNavigate();
  const { history } = useRouter();
  const canGoBack = useCanGoBack();
  return (
    <ReaderPage
      key={bookId}
      bookId={bookId}
      {...(page === undefined ? {} : { startPage: page })}
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
  );
};
