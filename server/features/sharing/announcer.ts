import { announce, type Announcement } from './announce.ts';

export interface Announcer {
  /** Announces this and nothing else; null: nothing. What is announced already goes on. */
  become(next: Omit<Announcement, 'onProblem'> | null): void;
  isOn(): boolean;
  /** Why the network does not hear it, in words for the person; null where nothing is known to fail. */
  problem(): string | null;
  stop(): Promise<void>;
}

/** Keeps the announcement on the network in step with what is shared. */
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
