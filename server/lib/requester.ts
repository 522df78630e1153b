import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * The requester, for fair sharing of resources: the user of a request, else its address. Work
 * outside of requests has no owner.
 */
export interface Requester {
  /**
   * Runs the handling of a request from this address. What it starts keeps its restrictions, also after
   * the client disconnected.
   */
  run<Result>(address: string, work: () => Result): Result;
  /** Called once the user is known; `viewer` as in `Database`. */
  identify(userId: string, viewer: number | null): void;
  /** Runs work of this person outside of requests. */
  runAs<Result>(
    person: { id: string; viewer: number | null },
    work: () => Promise<Result>,
  ): Promise<Result>;
  current(): string;
  /** See `Database`. */
  viewer(): number | null;
  /** Runs work for the whole household that a request only causes, such as events and tasks. */
  outside<Result>(work: () => Result): Result;
}

const nobody = 'nobody';

export const createRequester = (): Requester => {
  const storage = new AsyncLocalStorage<{ owner: string; viewer: number | null }>();
  return {
    run: (address, work) => storage.run({ owner: `address ${address}`, viewer: null }, work),
    identify(userId, viewer) {
      const request = storage.getStore();
      if (!request) return;
      request.owner = `user ${userId}`;
      request.viewer = viewer;
    },
    runAs: ({ id, viewer }, work) => storage.run({ owner: `user ${id}`, viewer }, work),
    current: () => storage.getStore()?.owner ?? nobody,
    viewer: () => storage.getStore()?.viewer ?? null,
    outside: (work) => storage.exit(work),
  };
};
