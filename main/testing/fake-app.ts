import type { Rectangle } from 'electron';

import type { ReadInterfaces } from '../../server/http/net/own-addresses.ts';
import type { AppPort, LoginPort, Preventable } from '../ports.ts';
import { fakeEvent, listeners } from './fake-events.ts';

export interface FakeOptions {
  userData: string;
  arguments?: string[];
  workingDirectory?: string;
  platform?: NodeJS.Platform;
  /** When the application becomes ready; default: at once. */
  ready?: Promise<undefined>;
  /** Whether macOS started the application at login. */
  openedAtLogin?: boolean;
  isPackaged?: boolean;
  isFirstInstance?: boolean;
  userName?: string;
  locale?: string;
  workAreas?: Rectangle[];
  version?: string;
  /** The network interfaces of the machine; default: none, so that no test uses a real network. */
  networkInterfaces?: ReadInterfaces;
}

export type FakeApp = AppPort & {
  emit(event: 'activate' | 'window-all-closed'): void;
  /** Starts a second instance. */
  startAgain(given?: readonly string[], workingDirectory?: string): void;
  /** Opens a file or link with the application, like macOS. */
  openFile(path: string): void;
  openLink(link: string): void;
  /** Link schemes that the application registered. */
  claimed: string[];
  /** The system's list of recent documents, most recent first. */
  recent: string[];
  /** Shuts Windows down; the process lives on, unlike there. */
  endSession(): void;
  /** Number of requests to start again. */
  relaunches: number;
  /** Resolves with the code of the first `exit`. */
  exited: Promise<number>;
};

export const fakeApp = (options: FakeOptions): FakeApp => {
  const events = {
    activate: listeners(),
    'window-all-closed': listeners(),
  };
  const startedAgain = listeners<[readonly string[], string]>();
  const openedFile = listeners<[string]>();
  const openedLink = listeners<[string]>();
  const claimed: string[] = [];
  const recent: string[] = [];
  const beforeQuit = listeners<[Preventable]>();
  const sessionEnd = listeners();
  const exited = Promise.withResolvers<number>();
  const app: FakeApp = {
    name: 'Octavo',
    version: options.version ?? '1.0.0',
    platform: options.platform ?? process.platform,
    userData: options.userData,
    configHome: options.userData,
    executable: '/opt/Octavo/octavo',
    isPackaged: options.isPackaged ?? false,
    arguments: options.arguments ?? [],
    workingDirectory: options.workingDirectory ?? options.userData,
    userName: () => options.userName ?? 'anna',
    locale: () => options.locale ?? 'en-GB',
    lockInstance: () => options.isFirstInstance ?? true,
    ready: () => options.ready ?? Promise.resolve(),
    on: (event, listener) => events[event].add(listener),
    onSecondInstance: startedAgain.add,
    onOpenFile: openedFile.add,
    onOpenLink: openedLink.add,
    claimLinks: (scheme) => void claimed.push(scheme),
    addRecent: (path) => void recent.unshift(path),
    clearRecent: () => void recent.splice(0),
    onBeforeQuit: beforeQuit.add,
    onSessionEnd: sessionEnd.add,
    endSession: sessionEnd.call,
    quit: () => {
      const event = fakeEvent();
      beforeQuit.call(event);
      if (!event.prevented) exited.resolve(0);
    },
    exit: exited.resolve,
    emit: (event) => events[event].call(),
    startAgain: (given = [], workingDirectory = '/') => startedAgain.call(given, workingDirectory),
    openFile: openedFile.call,
    openLink: openedLink.call,
    claimed,
    recent,
    relaunches: 0,
    relaunch: () => {
      app.relaunches += 1;
    },
    exited: exited.promise,
  };
  return app;
};

export type FakeLogin = LoginPort & { on: boolean };

export const fakeLogin = (openedAtLogin = false): FakeLogin => {
  const login: FakeLogin = {
    on: false,
    isOn: () => login.on,
    turn: (on) => {
      login.on = on;
    },
    wasOpenedAtLogin: () => openedAtLogin,
  };
  return login;
};
