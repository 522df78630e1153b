import { bookSortFields } from '../../../../shared/api/book-record.ts';
import { healthKinds, healthSeverities } from '../../../../shared/api/health.ts';
import { seriesSortFields } from '../../../../shared/api/series-record.ts';
import { searchKinds } from '../../features/search/search-kinds.ts';
import { seriesTabs } from '../../features/series/tab-names.ts';
import { type Check, flag, oneOf, pageNumber, text } from '../../ui/checks.ts';
import { layouts } from '../../ui/preferences.ts';
import { searchRoute, shellRoute } from './frame.tsx';
import { bookPage, page } from './page.ts';

/** `?q=300` is parsed as a number, `?q=true` as a boolean. */
const typed: Check<string> = (value) =>
  text(1000)(typeof value === 'number' || typeof value === 'boolean' ? `${value}` : value);

const order = oneOf(['asc', 'desc']);
const filterText = text(8000);

/** State of a library view in the URL; unknown values fall back to the default. */
const librarySearch = {
  view: oneOf(['series', 'books', 'folders', 'reading']),
  sort: oneOf([...seriesSortFields, ...bookSortFields]),
  order,
  layout: oneOf(layouts),
  filter: filterText,
  /** Folder shown by the folders tab. */
  folder: text(4000),
};

export const libraries = shellRoute(
  '/libraries',
  page(() => import('../../features/library/manage/libraries-page.tsx'), 'LibrariesPage'),
);

export const library = searchRoute(
  '/library/$libraryId',
  librarySearch,
  bookPage(() => import('../../features/library/view/library-page.tsx'), 'LibraryPage'),
);

export const organise = shellRoute(
  '/library/$libraryId/organise',
  bookPage(() => import('../../features/organise/organise-page.tsx'), 'OrganisePage'),
);

const filePages = () => import('./file-pages.ts');

export const metadataWrites = shellRoute(
  '/library/$libraryId/write-metadata',
  page(filePages, 'MetadataWritesPage'),
);

export const conversions = shellRoute(
  '/library/$libraryId/convert',
  page(filePages, 'ConversionsPage'),
);

export const repeatedPages = shellRoute(
  '/library/$libraryId/repeated-pages',
  page(filePages, 'RepeatedPagesPage'),
);

export const series = searchRoute(
  '/series/$seriesId',
  { tab: oneOf(seriesTabs), sort: oneOf(bookSortFields), order, filter: filterText },
  bookPage(() => import('../../features/series/series-page.tsx'), 'SeriesPage'),
);

export const book = shellRoute(
  '/book/$bookId',
  bookPage(() => import('../../features/book/book-page.tsx'), 'BookPage'),
);

export const added = searchRoute(
  '/added',
  { month: text(7), day: text(10), page: pageNumber },
  page(() => import('../../features/added/added-page.tsx'), 'AddedPage'),
);

const creatorPages = () => import('./creator-pages.ts');

export const creators = searchRoute(
  '/creators',
  { q: typed, role: typed },
  page(creatorPages, 'CreatorsPage'),
);

export const creator = searchRoute(
  '/creator/$name',
  { view: oneOf(['series', 'books']), role: typed },
  page(creatorPages, 'CreatorPage'),
);

export const search = searchRoute(
  '/search',
  {
    q: typed,
    view: oneOf(searchKinds),
  },
  bookPage(() => import('../../features/search/search-page.tsx'), 'SearchPage'),
);

export const health = searchRoute(
  '/health',
  {
    kind: oneOf(healthKinds),
    severity: oneOf(healthSeverities),
    ignored: flag,
    page: pageNumber,
  },
  bookPage(() => import('../../features/health/health-page.tsx'), 'HealthPage'),
);

export const duplicates = searchRoute(
  '/duplicates',
  { page: pageNumber },
  bookPage(() => import('../../features/duplicates/duplicates-page.tsx'), 'DuplicatesPage'),
);

export const trash = searchRoute(
  '/trash',
  { page: pageNumber },
  page(() => import('../../features/trash/trash-page.tsx'), 'TrashPage'),
);
