import { Navigate, useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { startSession } from '../api/session.ts';
import { useSession } from '../api/session-store.ts';
import { ErrorState } from '../ui/state.tsx';
import classes from './session-gate.module.css';

/** Lets each visitor see what is theirs: the first run, the sign-in page, or the library. */
export const SessionGate = ({ children }: { children: ReactNode }) => {
  const session = useSession();
  const { pathname, href } = useLocation();

  switch (session.status) {
    case 'unknown':
      return <div className={classes.splash} role="status" aria-label="Octavo" />;
    case 'unreachable':
      return (
        <main className={classes.splash}>
          <ErrorState error={null} onRetry={() => void startSession()} />
        </main>
      );
    case 'setup':
      return pathname === '/welcome' ? children : <Navigate to="/welcome" replace />;
    case 'signed-out':
      return pathname === '/sign-in' ? (
        children
      ) : (
        <Navigate to="/sign-in" search={href === '/' ? {} : { to: href }} replace />
      );
    case 'signed-in':
      return children;
  }
};
