import { useEffect, useState } from 'react';

/**
 * The result of a single sign-on callback, from the fragment of the address; requests do not carry a
 * fragment.
 */
interface SsoFragment {
  /** One-time code of a sign-in. */
  code: string | null;
  failure: string | null;
  /** Provider that was linked. */
  linked: string | null;
  /** Provider of a failure. */
  slug: string | null;
}

const names = ['sso', 'sso-error', 'sso-linked', 'slug'];

const readFragment = (): SsoFragment => {
  const fragment = new URLSearchParams(window.location.hash.slice(1));
  const [code = null, failure = null, linked = null, slug = null] = names.map((name) =>
    fragment.get(name),
  );
  return { code, failure, linked, slug };
};

/** Reads the fragment once, and removes it to keep the code out of the history. */
export const useSsoFragment = (): SsoFragment => {
  const [found] = useState(readFragment);
  useEffect(() => {
    if (found.code === null && found.failure === null && found.linked === null) return;
    const { pathname, search } = window.location;
    window.history.replaceState(window.history.state, '', pathname + search);
  }, [found]);
  return found;
};
