import type { ErrorComponentProps } from '@tanstack/react-router';

import { ErrorState } from '../ui/state.tsx';

/** The last resort: a view that could not be loaded or drawn. */
export const RouteError = ({ error, reset }: ErrorComponentProps) => (
  <ErrorState error={error} onRetry={reset} />
);
