/** Guesses a device name from the user agent; empty if unknown. */
export const likelyDeviceName = (userAgent: string): string =>
  ['iPhone', 'iPad', 'Android', 'Windows', 'Macintosh'].find((name) => userAgent.includes(name)) ??
  '';
