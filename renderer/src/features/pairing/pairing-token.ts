let taken: string | null = null;

/**
 * The token of the code, out of the part of the address behind `#`, which never leaves the browser.
 * It is removed there at once, so that neither a look at the screen nor the history gives it away.
 */
export const takePairingToken = (): string | null => {
  const token = new URLSearchParams(window.location.hash.slice(1)).get('token');
  if (token !== null) {
    taken = token;
    window.history.replaceState(window.history.state, '', window.location.pathname);
  }
  return taken;
};
