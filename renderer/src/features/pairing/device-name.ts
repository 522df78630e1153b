/** What most people would call the device, by what its browser says of itself; empty if unknown. */
export const likelyDeviceName = (userAgent: string): string =>
  ['iPhone', 'iPad', 'Android', 'Windows', 'Macintosh'].find((name) => userAgent.includes(name)) ??
  '';
