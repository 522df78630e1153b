import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';

import { signInWithPasskey, type PasskeyAssertion } from '../../../../shared/api/passkeys.ts';
import { api } from '../../api/client.ts';
import { acceptSession } from '../../api/session.ts';
import { askForPasskey, canOfferInField, isPasskeyCancelled } from './passkey-browser.ts';

/** Below the lifetime of a challenge, five minutes. */
const renewMs = 4 * 60_000;

/**
 * Signs in with a passkey: `ask` opens the browser's dialog. While `isOffered`, browsers that can
 * also suggest passkeys in the field for the name.
 */
export const usePasskeySignIn = (isOffered: boolean, stays: boolean) => {
  const staysRef = useRef(stays);
  useEffect(() => {
    staysRef.current = stays;
  }, [stays]);
  const suggestions = useRef<AbortController | null>(null);
  const [round, setRound] = useState(0);

  const { mutate, ...change } = useMutation({
    mutationFn: async (given: PasskeyAssertion | null) => {
      // A page can ask only once at a time.
      suggestions.current?.abort();
      const credential = given ?? (await askForPasskey('required', new AbortController().signal));
      const body = { credential, stay_signed_in: staysRef.current };
      await acceptSession(await api.call(signInWithPasskey, { body }));
    },
  });

  useEffect(() => {
    if (!isOffered) return undefined;
    const abort = new AbortController();
    suggestions.current = abort;
    const suggest = async () => {
      if (!(await canOfferInField()) || abort.signal.aborted) return;
      mutate(await askForPasskey('conditional', abort.signal));
    };
    // Suggestions are an extra: without them, the button and the password remain.
    suggest().catch(() => undefined);
    const timer = setTimeout(() => setRound((before) => before + 1), renewMs);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [isOffered, mutate, round]);

  return {
    ask: () => mutate(null),
    isPending: change.isPending,
    isCancelled: isPasskeyCancelled(change.error),
    error: isPasskeyCancelled(change.error) ? null : change.error,
  };
};
