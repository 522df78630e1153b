import {
  IconBookmark,
  IconBookOff,
  IconCheck,
  IconFileZip,
  IconListNumbers,
  IconPencil,
  IconPlaylistAdd,
  IconRefreshDot,
  IconStack2,
  IconTableExport,
  IconTrash,
} from '@tabler/icons-react';
import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';

import type { Permission } from '../../../../shared/permissions.ts';
import type enSelection from '../../locales/en/selection.json';
import { editMany } from '../editing/editor-store.ts';
import { openExport } from '../exporting/export-store.ts';
import { withTranslations } from '../../locales/with-translations.ts';
import { openAddToList } from '../lists/add-store.ts';
import { openBulkDialog } from './bulk-dialog-store.ts';
import { markRecords } from './mark-many.ts';
import type { SelectionKind } from './selection-store.ts';

export interface Selected {
  kind: SelectionKind;
  ids: readonly string[];
}

/** A bulk action. */
export interface SelectionAction {
  /** Key of the label: `selection:actions.<name>`. */
  name: keyof typeof enSelection.actions;
  Icon: ComponentType<{ size?: number | string; stroke?: number | string }>;
  kinds: readonly SelectionKind[];
  permission: Permission;
  /** Also needed. */
  alsoPermission?: Permission;
  /** Whether the selection is cleared afterwards. */
  clears: boolean;
  /** Resolves to false if it failed and said so; the selection then stays. */
  run: (selected: Selected, client: QueryClient) => unknown;
}

/** The actions on a kind of record that these permissions allow. */
export const permittedActions = (
  kind: SelectionKind,
  permissions: readonly Permission[],
): SelectionAction[] =>
  selectionActions.filter(
    ({ kinds, permission, alsoPermission = permission }) =>
      kinds.includes(kind) &&
      permissions.includes(permission) &&
      permissions.includes(alsoPermission),
  );

/** In toolbar order. Features register their bulk actions here and load their code on demand. */
export const selectionActions: readonly SelectionAction[] = [
  {
    name: 'markRead',
    Icon: IconCheck,
    kinds: ['series', 'books'],
    permission: 'progress-write',
    clears: true,
    run: (selected, client) => markRecords(client, { ...selected, read: true }),
  },
  {
    name: 'markUnread',
    Icon: IconBookOff,
    kinds: ['series', 'books'],
    permission: 'progress-write',
    clears: true,
    run: (selected, client) => markRecords(client, { ...selected, read: false }),
  },
  {
    name: 'wantToRead',
    Icon: IconBookmark,
    kinds: ['series', 'books'],
    permission: 'progress-write',
    clears: true,
    run: async ({ ids }, client) => {
      const { want } = await withTranslations(import('../lists/want-to-read-actions.ts'));
      return want(client, ids);
    },
  },
  {
    name: 'addToCollection',
    Icon: IconPlaylistAdd,
    kinds: ['series'],
    permission: 'collections-write',
    clears: false,
    run: ({ ids }) => openAddToList({ kind: 'series', ids }),
  },
  {
    name: 'addToReadList',
    Icon: IconPlaylistAdd,
    kinds: ['books'],
    permission: 'read-lists-write',
    clears: false,
    run: ({ ids }) => openAddToList({ kind: 'books', ids }),
  },
  {
    name: 'editSeries',
    Icon: IconPencil,
    kinds: ['series'],
    permission: 'series-write',
    clears: false,
    run: ({ ids }) => editMany('series', ids),
  },
  {
    name: 'editBooks',
    Icon: IconPencil,
    kinds: ['books'],
    permission: 'books-write',
    clears: false,
    run: ({ ids }) => editMany('book', ids),
  },
  {
    name: 'moveToVolume',
    Icon: IconStack2,
    kinds: ['books'],
    permission: 'books-write',
    alsoPermission: 'series-write',
    clears: false,
    run: ({ ids }) => openBulkDialog({ dialog: 'volume', bookIds: ids }),
  },
  {
    name: 'renumber',
    Icon: IconListNumbers,
    kinds: ['books'],
    permission: 'books-write',
    alsoPermission: 'series-write',
    clears: false,
    run: ({ ids }) => openBulkDialog({ dialog: 'renumber', bookIds: ids }),
  },
  {
    name: 'refresh',
    Icon: IconRefreshDot,
    kinds: ['series', 'books'],
    permission: 'books-write',
    alsoPermission: 'series-write',
    clears: false,
    run: (scope) => openBulkDialog({ dialog: 'refresh', scope }),
  },
  {
    name: 'export',
    Icon: IconTableExport,
    kinds: ['series', 'books'],
    permission: 'books-read',
    clears: false,
    run: (selected) => openExport({ selected }),
  },
  {
    name: 'convert',
    Icon: IconFileZip,
    kinds: ['series', 'books'],
    permission: 'books-write',
    alsoPermission: 'libraries-write',
    clears: false,
    run: (selected) => openBulkDialog({ dialog: 'convert', selected }),
  },
  {
    name: 'deleteFiles',
    Icon: IconTrash,
    kinds: ['series', 'books'],
    permission: 'system-admin',
    clears: false,
    run: (selected) => openBulkDialog({ dialog: 'delete', selected }),
  },
];
