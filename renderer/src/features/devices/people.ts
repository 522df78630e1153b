import { useQuery } from '@tanstack/react-query';

import { effectivePermissions, type Permission } from '../../../../shared/permissions.ts';
import { useCan, useUser } from '../../api/session-store.ts';
import { allUsersQuery } from '../people/queries.ts';

interface Person {
  id: string;
  username: string;
  permissions: readonly Permission[];
}

export interface People {
  /** Users whose devices the signed-in user can pair; that user first. */
  list: readonly Person[];
  /** Permissions of a user; null if unknown. */
  permissionsOf: (userId: string) => readonly Permission[] | null;
}

/** All users for an administrator; others see only themselves. */
export const usePeople = (): People => {
  const me = useUser();
  const isAdmin = useCan('system-admin');
  const canSee = useCan('users-read') && isAdmin;
  const { data = [] } = useQuery({ ...allUsersQuery(), enabled: canSee });
  const others = data
    .filter((user) => user.is_active && user.id !== me?.id)
    .map((user) => ({
      id: user.id,
      username: user.username,
      permissions: effectivePermissions(user),
    }));
  const list = me === null ? others : [me, ...others];
  return {
    list,
    permissionsOf: (userId) => list.find(({ id }) => id === userId)?.permissions ?? null,
  };
};
