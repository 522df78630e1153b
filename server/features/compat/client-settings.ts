import { z } from 'zod';

import type { PreferencesService } from '../preferences/service.ts';
import { compatRoute, type CompatRoute } from './route.ts';

/** The preference that holds what the web apps of the format keep for their user. */
const key = 'client.reader-server-apps';
const settingsShape = z.record(z.string().max(255), z.object({ value: z.string() }));

/** Settings that clients keep with the server: of each user, and none that hold for everyone. */
export const compatClientSettingsRoutes = ({
  preferences,
}: {
  preferences: Pick<PreferencesService, 'list' | 'set'>;
}): CompatRoute[] => {
  const read = (userPk: number) => {
    const { data } = preferences.list(userPk, {
      page: 1,
      pageSize: 10_000,
      sort: { field: 'key', direction: 'asc' },
    });
    const record = Array.isArray(data) ? data.find((one) => one.key === key) : undefined;
    return settingsShape.catch({}).parse(record?.value);
  };
  const user = '/api/v1/client-settings/user';
  return [
    // One client asks for these before anybody signs in, and adds no server without an answer.
    compatRoute(
      { method: 'GET', path: '/api/v1/client-settings/global/list', needs: 'public' },
      () => ({}),
    ),
    compatRoute({ method: 'GET', path: `${user}/list`, needs: [] }, ({ caller }) =>
      read(caller.user_pk),
    ),
    compatRoute(
      { method: 'PATCH', path: user, needs: [], body: settingsShape },
      ({ caller, body }) => {
        preferences.set(caller.user_pk, key, { ...read(caller.user_pk), ...body });
      },
    ),
    compatRoute(
      { method: 'DELETE', path: user, needs: [], body: z.array(z.string()) },
      ({ caller, body }) => {
        const kept = Object.entries(read(caller.user_pk)).filter(([name]) => !body.includes(name));
        preferences.set(caller.user_pk, key, Object.fromEntries(kept));
      },
    ),
  ];
};
