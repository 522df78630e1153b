const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Decodes RFC 4648 without padding, as an authenticator app does. */
export const fromBase32 = (text: string): Buffer => {
  const bits = Array.from(text, (letter) =>
    letters.indexOf(letter).toString(2).padStart(5, '0'),
  ).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
};
