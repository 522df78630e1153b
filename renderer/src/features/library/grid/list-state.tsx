import { ErrorState } from '../../../ui/feedback/empty-state.tsx';
import { GridSkeleton } from './grid-skeleton.tsx';
import type { WindowedList } from './use-windowed-list.ts';

interface ListStateProps {
  list: Pick<WindowedList<unknown>, 'error' | 'retry'>;
  compact?: boolean;
}

/** Shown by a grid until its length is known: a placeholder, or the error. */
export const ListState = ({ list: { error, retry }, compact = false }: ListStateProps) =>
  error === null ? (
    <GridSkeleton />
  ) : (
    <ErrorState compact={compact} error={error} onRetry={retry} />
  );
