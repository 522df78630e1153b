import { createHmac } from 'node:crypto';

import { isSameSecret } from '../../lib/same-secret.ts';

/** Time-based one-time passwords as authenticator apps expect them: RFC 6238 with SHA-1. */

const stepSeconds = 30;
const digits = 6;
/** Steps before and after the current one whose code is accepted, for clocks that differ. */
const tolerance = 1;

/** The counter of RFC 6238 at a time. */
export const stepAt = (time: Date): number => Math.floor(time.getTime() / 1000 / stepSeconds);

/** The code of RFC 4226 for a counter. */
export const codeOf = (secret: Buffer, counter: number, length = digits): string => {
  const message = Buffer.alloc(8);
  message.writeBigUInt64BE(BigInt(counter));
  const mac = createHmac('sha1', secret).update(message).digest();
  const offset = (mac.at(-1) ?? 0) & 0xf;
  const number = mac.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 10 ** length).padStart(length, '0');
};

/** The step whose code this is, later than `after`; null if there is none near this time. */
export const matchingStep = (
  secret: Buffer,
  code: string,
  { time, after }: { time: Date; after: number },
): number | null => {
  const now = stepAt(time);
  for (let step = now - tolerance; step <= now + tolerance; step += 1) {
    if (step > after && isSameSecret(codeOf(secret, step), code)) return step;
  }
  return null;
};

const base32Letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** RFC 4648, without padding. */
export const base32 = (bytes: Buffer): string => {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? [])
    .map((group) => base32Letters[Number.parseInt(group.padEnd(5, '0'), 2)])
    .join('');
};

/** The address that a QR code for authenticator apps has. */
export const otpauthUri = (secret: Buffer, account: string, issuer: string): string => {
  // Apps split the label at its colon.
  const label = [issuer, account].map((part) => encodeURIComponent(part.replaceAll(':', ' ')));
  const query = new URLSearchParams({ secret: base32(secret), issuer });
  // Some apps show a + for a space.
  return `otpauth://totp/${label.join(':')}?${query.toString().replaceAll('+', '%20')}`;
};
