import type { NamedSeries } from './drafts.ts';

/** The dragged item. */
export type Dragged =
  { kind: 'series'; series: NamedSeries[] } | { kind: 'books'; bookIds: string[] };

/** A drop target. */
export type DropTarget = { kind: 'series'; series: NamedSeries } | { kind: 'new' };
