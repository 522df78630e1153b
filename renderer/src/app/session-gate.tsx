import { Navigate, useLocation, useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { startSession } from '../api/session.ts';
import { useSession } from '../api/session-store.ts';
import { ErrorState } from '../ui/feedback/empty-state.tsx';
import classes from './session-gate.module.css';

/** Pairing, registration and a new password need no session. */
export const pathsWithoutSession = ['/pair', '/register', '/reset-password', '/verify-email'];

/** Routes each visitor by session state: first run, sign-in page, or library. */
export const SessionGate = ({ children }: { children: ReactNode }) => {
  const session = useSession();
  const { pathname } = useLocation();
  switch (session.status) {
    case 'unknown':
      return <Splash />;
    case 'unreachable':
      return (
        <main className={classes.splash}>
          <ErrorState error={null} onRetry={() => void startSession()} />
        </main>
      );
    case 'setup':
      return <Only path="/welcome">{children}</Only>;
    case 'signed-out':
      return (
        <Only path={pathsWithoutSession.includes(pathname) ? null : '/sign-in'}>{children}</Only>
      );
    case 'signed-in':
      // The same element as above, so that the wizard continues in place once the account exists.
      return <Only path={null}>{children}</Only>;
  }
};

const Splash = () => <div className={classes.loading} role="status" aria-label="Octavo" />;

interface OnlyProps {
  /** Null allows every path. */
  path: '/welcome' | '/sign-in' | null;
  children: ReactNode;
}

/**
 * Shows the one allowed page and redirects every other path to it. While a page loads, the rendered
 * route lags behind the URL: render nothing until they match.
 */
const Only = ({ path, children }: OnlyProps) => {
  const drawn = useRouterState({ select: ({ matches }) => matches.at(-1)?.routeId });
  const { pathname, href } = useLocation();
  if (path === null) return children;
  if (pathname !== path) {
    const wanted = path === '/sign-in' && href !== '/' && pathname !== '/welcome';
    return <Navigate to={path} search={wanted ? { to: href } : {}} replace />;
  }
  return drawn === path ? children : <Splash />;
};
