import { useQuery } from '@tanstack/react-query';

import type { Library } from '../../../../shared/api/libraries.ts';
import { librariesQuery } from '../../api/queries.ts';
import { usePageTitle } from '../../ui/layout/page-title.ts';

/** Sets the title of a page about a library, below the library; returns the library once it is known. */
export const useLibraryTitle = (title: string, libraryId: string): Library | undefined => {
  const { data: libraries } = useQuery(librariesQuery());
  const library = libraries?.find(({ id }) => id === libraryId);
  const link = { to: '/library/$libraryId', params: { libraryId } } as const;
  usePageTitle(title, library ? [{ label: library.name, link }] : []);
  return library;
};
