import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';

import { watchOtherTabs } from '../api/other-tabs.ts';
import { isExpired, useSession } from '../api/session-store.ts';
import { withTranslations } from '../locales/with-translations.ts';
import { Hints } from '../ui/feedback/hints.tsx';
import { lazyPart } from '../ui/feedback/lazy-part.tsx';
import { pathsWithoutSession } from './session-gate.tsx';

const SignInAgain = lazyPart(async () => ({
  default: (await withTranslations(import('../features/sign-in/sign-in-again.tsx'))).SignInAgain,
}));

/**
 * Parts of every page that no first view waits for: tooltips, what other tabs do, and the sign-in after a session has
 * expired.
 */
export const LateParts = () => {
  useEffect(watchOtherTabs, []);
  const { pathname } = useLocation();
  const isCovered = useSession(isExpired) && !pathsWithoutSession.includes(pathname);
  return (
    <>
      <Hints />
      {isCovered && <SignInAgain />}
    </>
  );
};
