let taken: string | null = null;

/**
 * The pairing token from the URL fragment, which the browser never sends. It is removed at once, so
 * that neither the address bar nor the history exposes it.
 */
export const takePairingToken = (): string | null => {
  const token = new URLSearchParams(window.location.hash.slice(1)).get('token');
  if (token !== null) {
    taken = token;
    window.history.replaceState(window.history.state, '', window.location.pathname);
  }
  return taken;
};
