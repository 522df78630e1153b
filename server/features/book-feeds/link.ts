import { createHmac, hkdfSync } from 'node:crypto';

import { AppError } from '../../../shared/errors.ts';
import type { SecretStore } from '../../host-environment.ts';
import type { Caller } from '../../http/api/caller.ts';
import { isSameSecret } from '../../lib/same-secret.ts';
import type { BookFeedsStore } from './store.ts';

export interface BookFeedLinks {
  /**
   * The address of the caller's feed; `root` is the address of the server. Throws NotFound for an API key.
   */
  link(caller: Caller, root: string): { url: string };
  /** Replaces the address. Throws NotFound for an API key. */
  reset(caller: Caller, root: string): { url: string };
  isSigned(person: Pick<Caller, 'user_pk' | 'user'>, signature: string): boolean;
}

/**
 * Creates and verifies addresses of feeds. They work without credentials, because many feed readers send
 * none. They are signed with a key that is derived from the server's secret. Only a version number is stored,
 * so an address can be shown again.
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
    // The secret is created at the first start.
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
    isSigned: (person, signature) => isSameSecret(signatureOf(person), signature),
  };
};

/** Refuses API keys: the address would outlive the key, and it shows everything that the user can see. */
const refuseKey = ({ key_id }: Caller): void => {
  if (key_id === null) return;
  throw new AppError('NotFound', 'An API key has no feed address');
};
