import { randomBytes, hash } from 'node:crypto';

import type { SecretBox } from './secret-box.ts';
import type { SecondFactorStore } from './store.ts';
import { base32, matchingStep } from './totp.ts';

const recoveryCodeCount = 10;
/** 80 bits: 16 letters. */
const recoveryCodeBytes = 10;

/** Checks the code that follows the password, and uses it up. */
export type CheckCode = (userPk: number, code: string) => boolean;

/** Accepts each code of the authenticator app and each recovery code once. */
export const createCodeCheck =
  ({
    store,
    box,
    clock,
  }: {
    store: Pick<SecondFactorStore, 'totp' | 'useStep' | 'useCode'>;
    box: SecretBox;
    clock: () => Date;
  }): CheckCode =>
  (userPk, code) => {
    const typed = code.replace(/[\s-]/g, '');
    if (!/^\d{6}$/.test(typed)) return store.useCode(userPk, recoveryCodeHash(typed));
    const row = store.totp(userPk);
    const secret = row && box.open(row.secret, String(userPk));
    if (!secret || row.confirmed_at === null) return false;
    const step = matchingStep(secret, typed, { time: clock(), after: row.last_step });
    return step !== null && store.useStep(userPk, step);
  };

/** New recovery codes: `abcd-efgh-…`. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: recoveryCodeCount }, () => {
    const text = base32(randomBytes(recoveryCodeBytes)).toLowerCase();
    return (text.match(/.{4}/g) ?? []).join('-');
  });

/** A fast hash is enough for 80 random bits. Ignores case and the hyphens between groups. */
export const recoveryCodeHash = (code: string): string =>
  hash('sha256', code.replaceAll('-', '').toLowerCase());
