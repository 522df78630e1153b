import type { Notice, NotificationsPort, PowerPort } from '../ports.ts';
import { listeners } from './fake-events.ts';

export type FakeNotifications = NotificationsPort & {
  /** All notifications, the oldest first. */
  shown: Notice[];
  /** The last notification with this title; throws if there is none. */
  titled(title: string): Notice;
};

export const fakeNotifications = (): FakeNotifications => {
  const shown: Notice[] = [];
  return {
    shown,
    show: (notice) => void shown.push(notice),
    titled: (title) => {
      const found = shown.findLast((notice) => notice.title === title);
      if (found) return found;
      throw new Error(`No "${title}" in ${shown.map((notice) => notice.title).join(', ')}`);
    },
  };
};

export type FakePower = PowerPort & {
  suspend(): void;
  resume(): void;
  /** Number of active requests to stay awake. */
  awake: number;
};

export const fakePower = (): FakePower => {
  const suspending = listeners();
  const resuming = listeners();
  const power: FakePower = {
    awake: 0,
    suspend: suspending.call,
    resume: resuming.call,
    onSuspend: suspending.add,
    onResume: resuming.add,
    preventSleep: () => {
      power.awake += 1;
      return () => {
        power.awake -= 1;
      };
    },
  };
  return power;
};
