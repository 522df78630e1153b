import { Navigate, useLocation, useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { startSession } from '../api/session.ts';
import { useSession } from '../api/session-store.ts';
import { ErrorState } from '../ui/state.tsx';
import classes from './session-gate.module.css';

/** A phone that is being paired and who registers have no account to sign in with yet. */
const open = ['/pair', '/register', '/verify-email'];

/** Lets each visitor see what is theirs: the first run, the sign-in page, or the library. */
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
      return <Only path={open.includes(pathname) ? null : '/sign-in'}>{children}</Only>;
    case 'signed-in':
      // The same element as above: the first steps go on in place once their account exists.
      return <Only path={null}>{children}</Only>;
  }
};

const Splash = () => <div className={classes.splash} role="status" aria-label="Octavo" />;

interface OnlyProps {
  /** Null where every page may be seen. */
  path: '/welcome' | '/sign-in' | null;
  children: ReactNode;
}

/**
 * Shows the one page that is open to everybody and leads every other address to it. What is drawn is
 * not yet what the address says while a page is loading: until then nothing of the old one is shown.
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
