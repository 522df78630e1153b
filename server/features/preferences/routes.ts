import {
  listPreferences,
  resetPreference,
  setPreference,
} from '../../../shared/api/preferences.ts';
import { route, type Route } from '../../http/api/route.ts';
import type { PreferencesService } from './service.ts';

export const preferencesRoutes = ({
  preferences,
}: {
  preferences: PreferencesService;
}): Route[] => [
  route(listPreferences, ({ caller, query }) => preferences.list(caller.user_pk, query)),
  route(setPreference, ({ caller, params, body }) =>
    preferences.set(caller.user_pk, params.key, body.value),
  ),
  route(resetPreference, ({ caller, params }) => preferences.reset(caller.user_pk, params.key)),
];
