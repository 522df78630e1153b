import type { EndpointInput } from '../../../../shared/endpoint.ts';
import type { organise } from '../../../../shared/api/organise.ts';

type Change = EndpointInput<typeof organise>['body']['changes'][number];

/** A series with its display name. */
export interface NamedSeries {
  id: string;
  name: string;
}

/** Target of books: an existing or a new series. */
export type DraftTarget = { series: NamedSeries } | { newSeries: string };

/** A pending change with its description. */
export interface Draft {
  id: number;
  change: Change;
  told:
    | { kind: 'merge'; from: string; into: string }
    | { kind: 'move' | 'split'; count: number; into: string }
    | { kind: 'sequence'; count: number; start: number; field: NumberField };
}

export type NumberField = 'number' | 'volume' | 'chapter';
type Fresh = Omit<Draft, 'id'>;

export const mergeDraft = (series: readonly NamedSeries[], into: NamedSeries): Fresh => ({
  change: { action: 'merge', series_ids: series.map(({ id }) => id), into: into.id },
  told: { kind: 'merge', from: series.map(({ name }) => name).join(', '), into: into.name },
});

export const moveDraft = (bookIds: readonly string[], goal: DraftTarget): Fresh => {
  const count = bookIds.length;
  const isNew = 'newSeries' in goal;
  const target = isNew ? { new_series: goal.newSeries } : { series_id: goal.series.id };
  return {
    change: { action: 'move', book_ids: [...bookIds], to: target },
    told: isNew
      ? { kind: 'split', count, into: goal.newSeries }
      : { kind: 'move', count, into: goal.series.name },
  };
};

export const sequenceDraft = (
  bookIds: readonly string[],
  { field, start, step }: { field: NumberField; start: number; step: number },
): Fresh => ({
  change: { action: 'sequence', book_ids: [...bookIds], field, start, step },
  told: { kind: 'sequence', count: bookIds.length, start, field },
});
