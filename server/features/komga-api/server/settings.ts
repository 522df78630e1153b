import { z } from 'zod';

import { dayMs } from '../../../../shared/durations.ts';
import { badField } from '../../../../shared/errors.ts';
import { lifetimes } from '../cookies.ts';
import { komgaRoute, type KomgaRoute } from '../route.ts';

const needs = ['system-admin'] as const;
const path = '/api/v1/settings';
const secondsOfDay = dayMs / 1000;

/**
 * Settings of the server, with the values that Octavo behaves by. They have no counterpart that
 * could be changed here: a request may repeat them, because clients send whole forms.
 */
export const komgaSettingsRoutes = ({
  port,
  prefix,
}: {
  port: () => number;
  prefix: () => string;
}): KomgaRoute[] => {
  const settings = () => ({
    deleteEmptyCollections: false,
    deleteEmptyReadLists: false,
    rememberMeDurationDays: lifetimes.remember / secondsOfDay,
    thumbnailSize: 'DEFAULT',
    taskPoolSize: 1,
    serverPort: fixed(port()),
    serverContextPath: fixed(`/${prefix()}`),
    koboProxy: false,
    koboPort: null,
    kepubifyPath: fixed(null),
  });
  return [
    komgaRoute({ method: 'GET', path, needs, admin: true }, settings),
    komgaRoute(
      {
        method: 'PATCH',
        path,
        needs,
        admin: true,
        body: z.record(
          z.string().max(64),
          z.union([z.string(), z.number(), z.boolean(), z.null()]),
        ),
      },
      ({ body }) => {
        const current: Readonly<Record<string, unknown>> = settings();
        for (const [name, value] of Object.entries(body)) {
          if (value === null || value === false || value === effective(current[name])) continue;
          throw badField(name, 'Octavo has its own settings: change them in Octavo');
        }
      },
    ),
  ];
};

const fixed = <Value>(effectiveValue: Value) => ({
  configurationSource: effectiveValue,
  databaseSource: null,
  effectiveValue,
});

const effective = (setting: unknown): unknown =>
  typeof setting === 'object' && setting !== null && 'effectiveValue' in setting
    ? setting.effectiveValue
    : setting;
