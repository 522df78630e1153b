import { useMemo } from 'react';

import { useUser } from '../../api/session-store.ts';
import { useCommands } from '../../commands/use-commands.ts';
import { useSelection } from '../selection/selection-store.ts';
import { editMany } from './editor-store.ts';

/** Binds the edit shortcut to the list's selection. */
export const useEditKey = (): void => {
  const permissions = useUser()?.permissions;
  const handlers = useMemo(
    () => ({
      edit: () => {
        const { kind, ids } = useSelection.getState();
        const needed = kind === 'series' ? 'series-write' : 'books-write';
        if (ids.size === 0 || permissions?.includes(needed) !== true) return false;
        editMany(kind === 'series' ? 'series' : 'book', [...ids]);
        return true;
      },
    }),
    [permissions],
  );
  useCommands('grid', handlers);
};
