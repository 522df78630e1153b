import {
  exportBooks,
  exportFoundBooks,
  exportFoundSeries,
  exportSeries,
} from '../../../shared/api/exports.ts';
import type { Condition } from '../../../shared/condition.ts';
import { route, type Route } from '../../http/api/route.ts';
import type { ExportsService } from './service.ts';

export const exportsRoutes = ({ exports }: { exports: ExportsService }): Route[] => [
  route(exportSeries, ({ caller, query }) =>
    exports.series(caller, query, { condition: inLibrary(query.library_id) }),
  ),
  route(exportFoundSeries, ({ caller, query, body }) => exports.series(caller, query, body)),
  route(exportBooks, ({ caller, query }) =>
    exports.books(caller, query, { condition: inLibrary(query.library_id) }),
  ),
  route(exportFoundBooks, ({ caller, query, body }) => exports.books(caller, query, body)),
];

const inLibrary = (id: string | undefined): Condition | undefined =>
  id === undefined ? undefined : { field: 'libraryId', operator: 'is', value: id };
