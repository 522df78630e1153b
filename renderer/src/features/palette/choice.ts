import type { Icon } from '@tabler/icons-react';

/** Something that can be chosen in the palette. */
export interface Choice {
  /** Stable, also between visits. */
  id: string;
  label: string;
  /** Beside the label, for telling things of the same name apart; is searched as well. */
  detail?: string;
  icon: Icon;
  /** The address that it leads to; what has none is not kept among the recent ones. */
  href?: string;
  run: () => void;
}
