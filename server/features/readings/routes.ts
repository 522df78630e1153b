import {
  clearReadingHistory,
  clearReadings,
  deleteReading,
  listReadings,
} from '../../../shared/api/readings.ts';
import { route, type Route } from '../../http/api/route.ts';
import type { ReadingsService } from './service.ts';

export const readingsRoutes = ({ readings }: { readings: ReadingsService }): Route[] => [
  route(listReadings, ({ caller, params, query }) => readings.list(caller, params.id, query)),
  route(clearReadings, ({ caller, params }) => readings.clearBook(caller, params.id)),
  route(deleteReading, ({ caller, params }) =>
    readings.remove(caller, params.id, params.reading_id),
  ),
  route(clearReadingHistory, ({ caller }) => readings.clearAll(caller)),
];
