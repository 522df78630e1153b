import { useQuery } from '@tanstack/react-query';

import type { Library } from '../../../../shared/api/libraries.ts';
import { librariesQuery } from '../../api/queries.ts';
import { useUser } from '../../api/session-store.ts';
import { useUserPreference } from '../../ui/user-preferences.ts';
import { desktop } from '../../api/desktop.ts';
import {
  footEntries,
  listEntries,
  type SidebarEntry,
} from '../../features/sidebar/sidebar-entries.ts';
import { inOrder, sidebarPreference, type Pin } from '../../features/sidebar/sidebar-preference.ts';

export interface SidebarContents {
  libraries: Library[];
  lists: SidebarEntry[];
  pins: Pin[];
  /** The libraries are not known yet. */
  isPending: boolean;
  foot: SidebarEntry[];
}

/** The sidebar's entries for this user: permitted ones, in their order, without hidden ones. */
export const useSidebar = (): SidebarContents => {
  const { data: libraries = [], isPending } = useQuery(librariesQuery());
  const [{ order, hidden, pins }] = useUserPreference(sidebarPreference);
  const user = useUser();
  const isSeen = ({ permission, isForBrowsers = false }: SidebarEntry) =>
    (permission === undefined || user?.permissions.includes(permission) === true) &&
    !(isForBrowsers && desktop !== undefined);
  const isShown = ({ id }: { id: string }) => !hidden.includes(id);
  return {
    isPending,
    libraries: inOrder(libraries, order).filter(isShown),
    lists: inOrder(listEntries.filter(isSeen), order).filter(isShown),
    pins,
    foot: footEntries.filter(isSeen),
  };
};
