import type { ComponentType } from 'react';

import { NowView } from './now-view.tsx';
import { LogView } from './log-view.tsx';

/** The parts of the activity page by their name in the address, in the order of their tabs. */
export const activityTabs = {
  now: { view: NowView },
  log: { view: LogView },
} satisfies Record<string, { view: ComponentType }>;
