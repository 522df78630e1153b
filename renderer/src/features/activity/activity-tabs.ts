import type { ComponentType } from 'react';

import type { Permission } from '../../../../shared/permissions.ts';
import { EditsView } from './edits-view.tsx';
import { LogView } from './log-view.tsx';
import { NowView } from './now-view.tsx';

export interface ActivityTab {
  view: ComponentType;
  /** Hidden without these permissions. */
  needs?: readonly Permission[];
}

/** Tabs of the activity page in order, by their name in the URL. */
export const activityTabs = {
  now: { view: NowView },
  log: { view: LogView },
  edits: { view: EditsView, needs: ['series-write', 'books-write'] },
} satisfies Record<string, ActivityTab>;
