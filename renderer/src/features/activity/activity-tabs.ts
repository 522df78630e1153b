import type { ComponentType } from 'react';

import { LogView } from './log-view.tsx';
import { NowView } from './now-view.tsx';

/** Tabs of the activity page in order, by their name in the URL. */
export const activityTabs = {
  now: { view: NowView },
  log: { view: LogView },
} satisfies Record<string, { view: ComponentType }>;
