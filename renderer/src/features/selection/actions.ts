import { IconBookOff, IconCheck, IconPencil } from '@tabler/icons-react';
import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';

import type { Permission } from '../../../../shared/permissions.ts';
import type enSelection from '../../locales/en/selection.json';
import { editMany } from '../editing/editor-store.ts';
import { markRecords } from './mark-many.ts';
import type { SelectionKind } from './selection-store.ts';

export interface Selected {
  kind: SelectionKind;
  ids: readonly string[];
}

/** Something that can be done with everything chosen. */
export interface SelectionAction {
  /** Names its text, `selection:actions.<name>`. */
  name: keyof typeof enSelection.actions;
  Icon: ComponentType<{ size?: number | string; stroke?: number | string }>;
  kinds: readonly SelectionKind[];
  permission: Permission;
  /** Whether the selection is done with afterwards. */
  clears: boolean;
  run: (selected: Selected, client: QueryClient) => unknown;
}

/** In the order of the bar. Features add theirs here; what they need is loaded when it is asked for. */
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
];
