import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';

import { basePath } from '../../api/base-path.ts';
import { useCommands } from '../../commands/use-commands.ts';
import { withTranslations } from '../../locales/with-translations.ts';
import { useSelection } from '../selection/selection-store.ts';
import { useAdding } from './add-store.ts';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';

const AddDialog = lazyPart(async () => ({
  default: (await withTranslations(import('./add-dialog.tsx'))).AddDialog,
}));

/** App-wide: the dialog "Add to list", and the shortcut for "Want to read". */
export const ListsHost = () => {
  const isOpen = useAdding(({ adding }) => adding !== null);
  const [isNeeded, setNeeded] = useState(false);
  if (isOpen && !isNeeded) setNeeded(true);
  const client = useQueryClient();
  useCommands(
    'grid',
    useMemo(
      () => ({
        'want-to-read': (event: KeyboardEvent) => {
          const ids = meant(event);
          if (ids.length === 0) return false;
          void withTranslations(import('./want-to-read-actions.ts')).then(({ toggleWanted }) =>
            toggleWanted(client, ids),
          );
          return true;
        },
      }),
      [client],
    ),
  );
  return isNeeded ? <AddDialog /> : null;
};

/** Target of the shortcut: the selection, else the focused card, else the page's record. */
const meant = ({ target }: KeyboardEvent): readonly string[] => {
  const { ids } = useSelection.getState();
  if (ids.size > 0) return [...ids];
  const link = target instanceof Element ? target.closest('a')?.pathname : undefined;
  const id = idOf(link) ?? idOf(window.location.pathname);
  return id === null ? [] : [id];
};

const idOf = (path = ''): string | null =>
  /^\/(?:series|book)\/([^/]+)$/.exec(path.slice(basePath.length))?.[1] ?? null;
