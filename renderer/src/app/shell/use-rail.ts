import { useQuery } from '@tanstack/react-query';

import type { Library } from '../../../../shared/api/libraries.ts';
import { librariesQuery } from '../../api/queries.ts';
import { useUser } from '../../api/session-store.ts';
import { useUserPreference } from '../../api/user-preferences.ts';
import { desktop } from '../desktop.ts';
import { footEntries, listEntries, type RailEntry } from './rail-entries.ts';
import { inOrder, railPreference, type Pin } from './rail-preference.ts';

export interface RailContents {
  libraries: Library[];
  lists: RailEntry[];
  pins: Pin[];
  foot: RailEntry[];
}

/** What the rail shows to this person: what they may see, in their order, without what they hid. */
export const useRail = (): RailContents => {
  const { data: libraries = [] } = useQuery(librariesQuery());
  const [{ order, hidden, pins }] = useUserPreference(railPreference);
  const user = useUser();
  const isSeen = ({ permission, isForBrowsers = false }: RailEntry) =>
    (permission === undefined || user?.permissions.includes(permission) === true) &&
    !(isForBrowsers && desktop !== undefined);
  const isShown = ({ id }: { id: string }) => !hidden.includes(id);
  return {
    libraries: inOrder(libraries, order).filter(isShown),
    lists: inOrder(listEntries.filter(isSeen), order).filter(isShown),
    pins,
    foot: footEntries.filter(isSeen),
  };
};
