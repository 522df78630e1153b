import type { QueryClient } from '@tanstack/react-query';

import { setPreference } from '../../../../shared/api/preferences.ts';
import { api } from '../../api/client.ts';
import { reportFailure } from '../../ui/feedback/notify.ts';
import { userPreferencesQuery } from '../../ui/user-preferences.ts';
import { maxPins, sidebarPreference, type Pin } from './sidebar-preference.ts';

/** Changes the pins. Shows errors as a notification instead of failing the action that unpins. */
const changePins = async (client: QueryClient, changed: (pins: Pin[]) => Pin[]): Promise<void> => {
  const { key, check, initial } = sidebarPreference;
  try {
    const rail = check((await client.query(userPreferencesQuery))[key]) ?? initial;
    await api.call(setPreference, {
      params: { key },
      body: { value: { ...rail, pins: changed(rail.pins) } },
    });
    await client.invalidateQueries({ queryKey: userPreferencesQuery.queryKey });
  } catch (error) {
    reportFailure(error);
  }
};

/**
 * Removes the pins of a deleted page, with any filter or sorting, from the sidebar. Returns the function that puts
 * them back in their places.
 */
export const unpinPage = async (
  client: QueryClient,
  path: string,
): Promise<() => Promise<void>> => {
  const isOfPage = ({ href }: Pin) => href.split('?')[0] === path;
  const pinned = client.getQueryData(userPreferencesQuery.queryKey);
  const before = sidebarPreference.check(pinned?.[sidebarPreference.key])?.pins ?? [];
  if (!before.some(isOfPage)) return () => Promise.resolve();
  await changePins(client, (pins) => pins.filter((pin) => !isOfPage(pin)));
  return () =>
    changePins(client, (pins) => {
      const now = pins.filter((pin) => !isOfPage(pin));
      before.forEach((pin, index) => {
        if (isOfPage(pin)) now.splice(index, 0, pin);
      });
      return now.slice(0, maxPins);
    });
};
