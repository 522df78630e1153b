import type { Rectangle } from 'electron';

import type { AppPort, LoginPort, Preventable } from '../ports.ts';
import { fakeEvent, listeners } from './fake-events.ts';

export interface FakeOptions {
  userData: string;
  arguments?: string[];
  platform?: NodeJS.Platform;
  isPackaged?: boolean;
  isFirstInstance?: boolean;
  userName?: string;
  locale?: string;
  workAreas?: Rectangle[];
}

export type FakeApp = AppPort & {
  emit(event: 'second-instance' | 'activate' | 'window-all-closed'): void;
  /** Resolves with the code of the first `exit`. */
  exited: Promise<number>;
};

export const fakeApp = (options: FakeOptions): FakeApp => {
  const events = {
    'second-instance': listeners(),
    activate: listeners(),
    'window-all-closed': listeners(),
  };
  const beforeQuit = listeners<[Preventable]>();
  const exited = Promise.withResolvers<number>();
  return {
    name: 'Octavo',
    version: '1.0.0',
    platform: options.platform ?? 'linux',
    userData: options.userData,
    configHome: options.userData,
    executable: '/opt/Octavo/octavo',
    isPackaged: options.isPackaged ?? false,
    arguments: options.arguments ?? [],
    userName: () => options.userName ?? 'anna',
    locale: () => options.locale ?? 'en-GB',
    lockInstance: () => options.isFirstInstance ?? true,
    ready: () => Promise.resolve(),
    on: (event, listener) => events[event].add(listener),
    onBeforeQuit: beforeQuit.add,
    quit: () => {
      const event = fakeEvent();
      beforeQuit.call(event);
      if (!event.prevented) exited.resolve(0);
    },
    exit: exited.resolve,
    emit: (event) => events[event].call(),
    exited: exited.promise,
  };
};

export type FakeLogin = LoginPort & { on: boolean };

export const fakeLogin = (): FakeLogin => {
  const login: FakeLogin = {
    on: false,
    isOn: () => login.on,
    turn: (on) => {
      login.on = on;
    },
    wasOpenedAtLogin: () => false,
  };
  return login;
};
