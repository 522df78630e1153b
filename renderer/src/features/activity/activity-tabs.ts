import type { ComponentType } from 'react';

import { NowView } from './now-view.tsx';
import { LogView } from './log-view.tsx';

/** Tabs of the activity page in order, by their name in the URL. */
export const activityTabs = {
  now: { view: NowView },
  log: { view: LogView },
} satisfies Record<string, { view: ComponentType }>;
