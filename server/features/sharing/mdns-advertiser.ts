import { announce, type Announcement } from './mdns.ts';

export interface Announcer {
  /** Announces only this from now on; null stops. An unchanged announcement continues. */
  become(next: Omit<Announcement, 'onProblem'> | null): void;
  isOn(): boolean;
  /** Why the announcement fails, as a message for the user; null if no failure is known. */
  problem(): string | null;
  stop(): Promise<void>;
}

/** Updates the announcement when the sharing state changes. */
export const createAnnouncer = (onProblem: () => void): Announcer => {
  let current: { key: string; end: () => Promise<void> } | null = null;
  let problem: string | null = null;

  const end = () => {
    const ended = current?.end();
    current = null;
    problem = null;
    return ended ?? Promise.resolve();
  };

  return {
    become(next) {
      if (next === null) {
        void end();
        return;
      }
      const key = JSON.stringify(next);
      if (current?.key === key) return;
      void end();
      current = {
        key,
        end: announce({
          ...next,
          onProblem: (message) => {
            problem = `The name cannot be announced on the network: ${message}`;
            onProblem();
          },
        }),
      };
    },
    isOn: () => current !== null,
    problem: () => problem,
    stop: end,
  };
};
