import type { Icon } from '@tabler/icons-react';

/** An entry of the command palette. */
export interface Choice {
  /** Stable across sessions. */
  id: string;
  label: string;
  /** Distinguishes entries of the same name; also searched. */
  detail?: string;
  icon: Icon;
  /** Target URL; entries without one are not added to the recent ones. */
  href?: string;
  run: () => void;
}
