import {
  endOtherSessions,
  endSession,
  endUserSession,
  endUserSessions,
  listSessions,
  listUserSessions,
} from '../../../shared/api/sessions.ts';
import { route, type Route } from '../../http/api/route.ts';
import type { SessionsService } from './service.ts';

export const sessionsRoutes = ({ sessions }: { sessions: SessionsService }): Route[] => [
  route(listSessions, ({ caller }) => sessions.list(caller, caller.user.id)),
  route(endSession, ({ caller, params }) => sessions.end(caller, caller.user.id, params.id)),
  route(endOtherSessions, ({ caller }) => sessions.endOthers(caller, caller.user.id)),
  route(listUserSessions, ({ caller, params }) => sessions.list(caller, params.id)),
  route(endUserSession, ({ caller, params }) => sessions.end(caller, params.id, params.session_id)),
  route(endUserSessions, ({ caller, params }) => sessions.endOthers(caller, params.id)),
];
