import {
  listOrganiseChanges,
  organise,
  regroupLibrary,
  undoOrganiseChange,
} from '../../../shared/api/organise.ts';
import { route, type Route } from '../../http/api/route.ts';
import type { OrganiseService } from './service.ts';

export const organiseRoutes = ({ organiser }: { organiser: OrganiseService }): Route[] => [
  route(regroupLibrary, ({ caller, params, body, signal }) =>
    organiser.regroup(caller, params.id, body, signal),
  ),
  route(organise, ({ caller, body }) => organiser.organise(caller, body)),
  route(listOrganiseChanges, ({ query }) => organiser.changes(query)),
  route(undoOrganiseChange, ({ params }) => organiser.undo(params.id)),
];
