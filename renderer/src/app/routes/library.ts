import { createRoute } from '@tanstack/react-router';
import { z } from 'zod';

import { bookSortFields } from '../../../../shared/api/book-record.ts';
import { healthKinds } from '../../../../shared/api/health.ts';
import { seriesSortFields } from '../../../../shared/api/series-record.ts';
import { seriesTabs } from '../../features/series/tab-names.ts';
import { layouts } from '../../ui/preferences.ts';
import { shell, shellRoute } from './frame.tsx';
import { page, pageNumber } from './page.ts';

/** State of a library view in the URL; unknown values fall back to the default. */
const librarySearch = z.object({
  view: z.enum(['series', 'books', 'folders']).optional().catch(undefined),
  sort: z
    .enum([...seriesSortFields, ...bookSortFields])
    .optional()
    .catch(undefined),
  order: z.enum(['asc', 'desc']).optional().catch(undefined),
  layout: z.enum(layouts).optional().catch(undefined),
  filter: z.string().max(8000).optional().catch(undefined),
  /** Folder shown by the folders tab. */
  folder: z.string().max(4000).optional().catch(undefined),
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
  validateSearch: z.object({ tab: z.enum(seriesTabs).optional().catch(undefined) }),
  component: page(() => import('../../features/series/series-page.tsx'), 'SeriesPage'),
});

export const book = shellRoute(
  '/book/$bookId',
  page(() => import('../../features/book/book-page.tsx'), 'BookPage'),
);

export const search = createRoute({
  getParentRoute: () => shell,
  path: '/search',
  validateSearch: z.object({
    // `?q=300` is parsed as a number, so coerce it.
    q: z.coerce.string().max(1000).optional().catch(undefined),
    view: z.enum(['series', 'books']).optional().catch(undefined),
  }),
  component: page(() => import('../../features/search/search-page.tsx'), 'SearchPage'),
});

export const health = createRoute({
  getParentRoute: () => shell,
  path: '/health',
  validateSearch: z.object({
    kind: z.enum(healthKinds).optional().catch(undefined),
    ignored: z.boolean().optional().catch(undefined),
    page: pageNumber,
  }),
  component: page(() => import('../../features/health/health-page.tsx'), 'HealthPage'),
});

export const duplicates = createRoute({
  getParentRoute: () => shell,
  path: '/duplicates',
  validateSearch: z.object({ page: pageNumber }),
  component: page(() => import('../../features/duplicates/duplicates-page.tsx'), 'DuplicatesPage'),
});

export const trash = createRoute({
  getParentRoute: () => shell,
  path: '/trash',
  validateSearch: z.object({ page: pageNumber }),
  component: page(() => import('../../features/trash/trash-page.tsx'), 'TrashPage'),
});
