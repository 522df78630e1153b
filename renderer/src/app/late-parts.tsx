import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';

import { watchOtherTabs } from '../api/other-tabs.ts';
import { isExpired, useSession } from '../api/session-store.ts';
import { withTranslations } from '../locales/with-translations.ts';
import { Hints } from '../ui/feedback/hints.tsx';
import { keepFocus } from '../ui/feedback/keep-focus.ts';
import { latePart } from '../ui/feedback/late-part.tsx';
import { lazyPart } from '../ui/feedback/lazy-part.tsx';
import { pathsWithoutSession } from './session-gate.tsx';
import { useOffline } from './use-offline.ts';

const SignInAgain = lazyPart(async () => ({
  default: (await withTranslations(import('../features/sign-in/sign-in-again.tsx'))).SignInAgain,
}));

/** Loaded before it is needed, because the proxy does not let it through then. */
const ProxySignIn = latePart(async () => ({
  default: (await withTranslations(import('../features/sign-in/proxy-sign-in.tsx'))).ProxySignIn,
}));

/**
 * Parts of every page that no first view waits for: tooltips, the focus after a removal, what other tabs do, downloads,
 * and the sign-in after a session has expired, here or at a proxy.
 */
export const LateParts = () => {
  useEffect(watchOtherTabs, []);
  useEffect(keepFocus, []);
  useOffline();
  const { pathname } = useLocation();
  const isCovered = useSession(isExpired) && !pathsWithoutSession.includes(pathname);
  return (
    <>
      <Hints />
      <ProxySignIn />
      {isCovered && <SignInAgain />}
    </>
  );
};
