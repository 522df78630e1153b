import {
  applyConversion,
  type Conversion,
  type ConversionFile,
  deleteConversion,
  getConversion,
  listConversionFiles,
  listConversions,
  planConversion,
  undoConversion,
} from '../../../shared/api/conversions.ts';
import { route, type Route } from '../../http/api/route.ts';
import type { FilePlansService } from '../file-plans/service.ts';
import type { ConversionBody } from './conversion-plans.ts';

export const conversionsRoutes = ({
  conversions,
}: {
  conversions: FilePlansService<Conversion, ConversionFile, ConversionBody>;
}): Route[] => [
  route(planConversion, ({ caller, params, body }) => conversions.plan(caller, params.id, body)),
  route(listConversions, ({ query }) => conversions.list(query)),
  route(getConversion, ({ params }) => conversions.get(params.id)),
  route(listConversionFiles, ({ params, query }) => conversions.files(params.id, query)),
  route(applyConversion, ({ params }) => conversions.apply(params.id)),
  route(undoConversion, ({ params, body }) => conversions.undo(params.id, body.file_ids)),
  route(deleteConversion, ({ params }) => conversions.remove(params.id)),
];
