import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ComponentType } from 'react';

import { librariesQuery } from '../../api/queries.ts';
import { ErrorState } from '../../ui/feedback/empty-state.tsx';
import { NotFoundPage } from '../../ui/layout/not-found-page.tsx';

/** A page about a library; it says so if the library is gone or the libraries could not be loaded. */
export const withLibrary = (Content: ComponentType): ComponentType =>
  function PageOfLibrary() {
    const { libraryId } = useParams({ strict: false });
    const { data: libraries, error, refetch } = useQuery(librariesQuery());
    if (libraries === undefined && error !== null) {
      return <ErrorState error={error} onRetry={() => void refetch()} />;
    }
    const isGone = libraries?.every(({ id }) => id !== libraryId);
    return isGone === true ? <NotFoundPage /> : <Content />;
  };
