import type { ErrorComponentProps } from '@tanstack/react-router';

import { PartNotLoaded } from '../ui/retried.ts';
import { ErrorState } from '../ui/state.tsx';

/** The last resort: a view that could not be loaded or drawn. */
export const RouteError = ({ error, reset }: ErrorComponentProps) => (
  <ErrorState
    error={error}
    // The router keeps the failure of a file for as long as the page is open.
    onRetry={error instanceof PartNotLoaded ? () => location.reload() : reset}
  />
);
