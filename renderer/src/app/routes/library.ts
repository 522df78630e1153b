import { createRoute } from '@tanstack/react-router';

import { bookSortFields } from '../../../../shared/api/book-record.ts';
import { healthKinds, healthSeverities } from '../../../../shared/api/health.ts';
import { seriesSortFields } from '../../../../shared/api/series-record.ts';
import { seriesTabs } from '../../features/series/tab-names.ts';
import { flag, oneOf, pageNumber, searchOf, text } from '../../ui/checks.ts';
import { layouts } from '../../ui/preferences.ts';
import { shell, shellRoute } from './frame.tsx';
import { page } from './page.ts';

/** State of a library view in the URL; unknown values fall back to the default. */
const librarySearch = searchOf({
  view: oneOf(['series', 'books', 'folders']),
  sort: oneOf([...seriesSortFields, ...bookSortFields]),
  order: oneOf(['asc', 'desc']),
  layout: oneOf(layouts),
  filter: text(8000),
  /** Folder shown by the folders tab. */
  folder: text(4000),
});

export const libraries = shellRoute(
  '/libraries',
  page(() => import('../../features/library/manage/libraries-page.tsx'), 'LibrariesPage'),
);

export const library = createRoute({
  getParentRoute: () => shell,
  path: '/library/$libraryId',
  validateSearch: librarySearch,
  component: page(() => import('../../features/library/view/library-page.tsx'), 'LibraryPage'),
});

export const organise = shellRoute(
  '/library/$libraryId/organise',
  page(() => import('../../features/organise/organise-page.tsx'), 'OrganisePage'),
);

export const series = createRoute({
  getParentRoute: () => shell,
  path: '/series/$seriesId',
  validateSearch: searchOf({ tab: oneOf(seriesTabs) }),
  component: page(() => import('../../features/series/series-page.tsx'), 'SeriesPage'),
});

export const book = shellRoute(
  '/book/$bookId',
  page(() => import('../../features/book/book-page.tsx'), 'BookPage'),
);

export const search = createRoute({
  getParentRoute: () => shell,
  path: '/search',
  validateSearch: searchOf({
    // `?q=300` is parsed as a number, `?q=true` as a boolean.
    q: (value) =>
      text(1000)(typeof value === 'number' || typeof value === 'boolean' ? `${value}` : value),
    view: oneOf(['series', 'books']),
  }),
  component: page(() => import('../../features/search/search-page.tsx'), 'SearchPage'),
});

export const health = createRoute({
  getParentRoute: () => shell,
  path: '/health',
  validateSearch: searchOf({
    kind: oneOf(healthKinds),
    severity: oneOf(healthSeverities),
    ignored: flag,
    page: pageNumber,
  }),
  component: page(() => import('../../features/health/health-page.tsx'), 'HealthPage'),
});

export const duplicates = createRoute({
  getParentRoute: () => shell,
  path: '/duplicates',
  validateSearch: searchOf({ page: pageNumber }),
  component: page(() => import('../../features/duplicates/duplicates-page.tsx'), 'DuplicatesPage'),
});

export const trash = createRoute({
  getParentRoute: () => shell,
  path: '/trash',
  validateSearch: searchOf({ page: pageNumber }),
  component: page(() => import('../../features/trash/trash-page.tsx'), 'TrashPage'),
});
