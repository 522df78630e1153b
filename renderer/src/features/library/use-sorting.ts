import { getRouteApi } from '@tanstack/react-router';

import { firstDirection, type LibraryView } from './library-view.ts';
import type { Sorting } from './table-head.tsx';

const route = getRouteApi('/shell/library/$libraryId');

/** Sorting by the heads of a table: the field that is sorted by already turns round. */
export const useSorting = (view: Exclude<LibraryView, { kind: 'folders' }>): Sorting => {
  const navigate = route.useNavigate();
  return {
    active: view.sort,
    direction: view.direction,
    onSort: (sort) => {
      const turned = view.direction === 'asc' ? 'desc' : 'asc';
      const order = sort === view.sort ? turned : firstDirection(sort);
      void navigate({ search: (known) => ({ ...known, sort, order }), replace: true });
    },
  };
};
