import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * The requester, for fair sharing of resources: the user of a request, else its address. Work
 * outside of requests has no owner.
 */
export interface Requester {
  /** Runs the handling of a request from this address. */
  run<Result>(address: string, work: () => Result): Result;
  /** Called by the guard once the user is known. */
  identify(userId: string): void;
  current(): string;
}

const nobody = 'nobody';

export const createRequester = (): Requester => {
  const storage = new AsyncLocalStorage<{ owner: string }>();
  return {
    run: (address, work) => storage.run({ owner: `address ${address}` }, work),
    identify: (userId) => {
      const store = storage.getStore();
      if (store) store.owner = `user ${userId}`;
    },
    current: () => storage.getStore()?.owner ?? nobody,
  };
};
