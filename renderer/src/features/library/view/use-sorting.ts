import { getRouteApi } from '@tanstack/react-router';

import type { Sorting } from '../table/table-head.tsx';
import { firstDirection, type LibraryView } from './library-view.ts';

const route = getRouteApi('/shell/library/$libraryId');

/** Sorting by table head; a click on the current sort field reverses it. */
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
