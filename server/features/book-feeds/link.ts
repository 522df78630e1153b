import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

import { AppError } from '../../../shared/errors.ts';
import type { SecretStore } from '../../host-environment.ts';
import type { Caller } from '../../http/api/caller.ts';
import type { BookFeedsStore } from './store.ts';

export interface BookFeedLinks {
  /** The address of the caller's feed; `root` is the server's. Throws NotFound for an API key. */
  link(caller: Caller, root: string): { url: string };
  /** Replaces the address. Throws NotFound for an API key. */
  reset(caller: Caller, root: string): { url: string };
  isSigned(person: Pick<Caller, 'user_pk' | 'user'>, signature: string): boolean;
}

/**
 * Addresses of feeds need no credentials, because many feed readers send none: they are signed with
 * a key that is derived from the server's. Nothing is stored but a count, so that an address can be shown again.
 */
export const createBookFeedLinks = ({
  store,
  secrets,
}: {
  store: Pick<BookFeedsStore, 'version' | 'raiseVersion'>;
  secrets: SecretStore;
}): BookFeedLinks => {
  let key: Buffer | null = null;
  const signatureOf = ({ user_pk, user }: Pick<Caller, 'user_pk' | 'user'>): string => {
    // The secret is made at the first start.
    const secret = secrets.get('jwt_secret') ?? '';
    key ??= Buffer.from(hkdfSync('sha256', secret, '', 'book feeds', 32));
    return createHmac('sha256', key)
      .update(`${user.id} ${store.version(user_pk)}`)
      .digest('base64url');
  };
  const link = (caller: Caller, root: string) => ({
    url: `${root}/feeds/${caller.user.id}/${signatureOf(caller)}/new-books.atom`,
  });
  return {
    link(caller, root) {
      refuseKey(caller);
      return link(caller, root);
    },
    reset(caller, root) {
      refuseKey(caller);
      store.raiseVersion(caller.user_pk);
      return link(caller, root);
    },
    isSigned(person, signature) {
      const expected = Buffer.from(signatureOf(person));
      const given = Buffer.from(signature);
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
  };
};

/** The address would outlive the key, and shows all that the person can see. */
const refuseKey = ({ key_id }: Caller): void => {
  if (key_id === null) return;
  throw new AppError('NotFound', 'An API key has no feed address');
};
