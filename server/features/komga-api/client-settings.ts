import { z } from 'zod';

import type { PreferencesService } from '../preferences/service.ts';
import { komgaRoute, type KomgaRoute } from './route.ts';

/** The preference that stores the settings of the format's web apps for their user. */
const key = 'client.reader-server-apps';
const settingsShape = z.record(z.string().max(255), z.object({ value: z.string() }));

/** Client settings, stored per user; global settings are always empty. */
export const komgaClientSettingsRoutes = ({
  preferences,
}: {
  preferences: Pick<PreferencesService, 'list' | 'set'>;
}): KomgaRoute[] => {
  const read = (userPk: number) => {
    const { data } = preferences.list(userPk, {
      page: 1,
      pageSize: 10_000,
      sort: { field: 'key', direction: 'asc' },
    });
    const record = Array.isArray(data) ? data.find((setting) => setting.key === key) : undefined;
    return settingsShape.catch({}).parse(record?.value);
  };
  const user = '/api/v1/client-settings/user';
  return [
    // One client requests these before signing in, and refuses to add the server without an answer.
    komgaRoute(
      { method: 'GET', path: '/api/v1/client-settings/global/list', needs: 'public' },
      () => ({}),
    ),
    komgaRoute({ method: 'GET', path: `${user}/list`, needs: [] }, ({ caller }) =>
      read(caller.user_pk),
    ),
    komgaRoute(
      { method: 'PATCH', path: user, needs: [], body: settingsShape },
      ({ caller, body }) => {
        preferences.set(caller.user_pk, key, { ...read(caller.user_pk), ...body });
      },
    ),
    komgaRoute(
      { method: 'DELETE', path: user, needs: [], body: z.array(z.string()) },
      ({ caller, body }) => {
        const kept = Object.entries(read(caller.user_pk)).filter(([name]) => !body.includes(name));
        preferences.set(caller.user_pk, key, Object.fromEntries(kept));
      },
    ),
  ];
};
