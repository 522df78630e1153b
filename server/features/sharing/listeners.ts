import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';

import { ListenError, listenOn, type Certificate, type Listening } from '../../http/listen.ts';

export interface Target {
  host: string;
  port: number;
  certificate: Certificate | null;
}

export interface Listeners {
  /**
   * Listens at these and nowhere else; what is open already stays open. Connections of the others are cut
   * before this returns. Resolves with what could not be opened.
   */
  apply(targets: readonly Target[]): Promise<ListenError[]>;
  /** Changes with each change of `open`. */
  open(): ReadonlyMap<string, Listening>;
}

/** The doors to other devices: the same application at several addresses. */
export const createListeners = (
  app: RequestListener,
  onConnection: (socket: Socket) => void,
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
          const listening = await listenOn(app, { ...target, onConnection });
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

const keyOf = ({ host, port, certificate }: Target) =>
  JSON.stringify([host, port, certificate?.cert]);
