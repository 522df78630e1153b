import {
  ListenError,
  listenOn,
  type Certificate,
  type HttpApp,
  type Listening,
  type ListenOptions,
} from '../../http/net/listen.ts';

export interface ListenerTarget {
  host: string;
  port: number;
  certificate: Certificate | null;
}

export interface Listeners {
  /**
   * Listens exactly on these targets; open ones stay open. Connections of the others are cut before
   * this returns. Resolves with the failures.
   */
  apply(targets: readonly ListenerTarget[]): Promise<ListenError[]>;
  /** Returns a new map after each change. */
  open(): ReadonlyMap<string, Listening>;
}

/** Listeners for other devices: the same application at several addresses. */
export const createListeners = (
  app: HttpApp,
  options: Pick<ListenOptions, 'onConnection' | 'isTrustedProxy'>,
): Listeners => {
  const open = new Map<string, Listening & { key: string }>();
  return {
    open: () => open,
    async apply(targets) {
      const wanted = new Set(targets.map(keyOf));
      for (const [host, listening] of open) {
        if (wanted.has(listening.key)) continue;
        open.delete(host);
        void listening.close(0);
      }
      const failures: ListenError[] = [];
      for (const target of targets) {
        if (open.has(target.host)) continue;
        try {
          const listening = await listenOn(app, { ...target, ...options });
          open.set(target.host, { ...listening, key: keyOf(target) });
        } catch (error) {
          if (!(error instanceof ListenError)) throw error;
          failures.push(error);
        }
      }
      return failures;
    },
  };
};

const keyOf = ({ host, port, certificate }: ListenerTarget) =>
  JSON.stringify([host, port, certificate?.cert]);
