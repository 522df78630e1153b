import type { ErrorComponentProps } from '@tanstack/react-router';

import { reloadPage } from '../api/connection.ts';
import { PartNotLoaded } from '../ui/loading/import-module.ts';
import { ErrorState } from '../ui/feedback/empty-state.tsx';

/** Error boundary of the router: a view failed to load or render. */
export const RouteError = ({ error, reset }: ErrorComponentProps) => (
  <ErrorState
    error={error}
    // The router caches a failed import until the page is reloaded.
    onRetry={error instanceof PartNotLoaded ? () => void reloadPage() : reset}
  />
);
