import {
  analyzeSeries,
  filterSeries,
  getSeries,
  getSeriesThumbnail,
  listBooksOfSeries,
  listFullSeries,
  listRecentlyAddedSeries,
  listRecentlyUpdatedSeries,
  listSeries,
  listSeriesIds,
  listSeriesInProgress,
  listSeriesLetters,
  listCompactBooks,
  markSeriesRead,
  markSeriesUnread,
  searchSeries,
} from '../../../shared/api/series.ts';
import { conditionsOf } from '../../http/api/conditional-request.ts';
import { route, type Route } from '../../http/api/route.ts';
import type { BooksService } from '../books/service.ts';
import type { CoversService } from '../covers/service.ts';
import type { ProgressService } from '../progress/types.ts';
import type { SeriesService } from './service.ts';

interface SeriesRoutesOptions {
  series: SeriesService;
  books: Pick<BooksService, 'ofSeries' | 'compact'>;
  covers: Pick<CoversService, 'series'>;
  progress: Pick<ProgressService, 'markSeriesRead' | 'markSeriesUnread'>;
}

export const seriesRoutes = ({ series, books, covers, progress }: SeriesRoutesOptions): Route[] => [
  route(listSeries, ({ caller, query }) =>
    query.full
      ? { ...series.listFull(caller, query), headers: replacedByFull }
      : series.list(caller, query),
  ),
  route(listFullSeries, ({ caller, query }) => series.listFull(caller, query)),
  route(filterSeries, ({ caller, query, body }) => series.find(caller, query, body)),
  route(listSeriesIds, ({ caller, query, body }) => series.ids(caller, query, body)),
  route(listSeriesLetters, ({ caller, body }) => series.letters(caller, body)),
  route(searchSeries, ({ caller, query, body }) =>
    series.search(caller, query, body.query, body.library_id),
  ),
  route(listSeriesInProgress, ({ caller, query }) => series.inProgress(caller, query)),
  route(listRecentlyAddedSeries, ({ caller, query }) => series.list(caller, query)),
  route(listRecentlyUpdatedSeries, ({ caller, query }) => series.list(caller, query)),
  route(getSeries, ({ caller, params }) => series.get(caller, params.id)),
  route(listBooksOfSeries, ({ caller, params, query }) => books.ofSeries(caller, params.id, query)),
  route(listCompactBooks, ({ caller, params, query }) => books.compact(caller, params.id, query)),
  route(getSeriesThumbnail, ({ params, ...request }) =>
    covers.series(params.id, request.headers.accept, conditionsOf(request)),
  ),
  route(analyzeSeries, ({ params }) => series.analyze(params.id)),
  route(markSeriesRead, ({ caller, params }) => progress.markSeriesRead(caller, params.id)),
  route(markSeriesUnread, ({ caller, params }) => progress.markSeriesUnread(caller, params.id)),
];

/** `GET /series?full=true` is the older form of `GET /series/full`. */
const replacedByFull = {
  Deprecation: 'true',
  Link: '</api/v1/series/full>; rel="successor-version"',
};
