import type { ScanEvent, ScanMode } from '../shared/api/scan-record.ts';
import type { Sharing } from '../shared/api/sharing.ts';
import type { Configuration } from './config/configuration.ts';
import type { DriveSource } from './features/filesystem/drives.ts';
import type { Opened } from './features/opened-files/opening.ts';
import type { DesktopSwitchKey } from './features/settings/definitions.ts';
import type { ReadInterfaces } from './http/own-addresses.ts';

/** Where the server keeps small secrets: the operating system's safe on the desktop, a 0600 file headless. */
export interface SecretStore {
  /** The value stored under `name`, or null. */
  get(name: string): string | null;
  set(name: string, value: string): void;
}

/** What differs between the desktop and the headless server. */
export interface Host {
  kind: 'desktop' | 'headless';
  secrets: SecretStore;
  /** Folder of the built web app, or null to serve the API alone (development: Vite serves it). */
  webRoot: string | null;
  /** The network cards, where they are not those that Node names; tests bring their own. */
  networkInterfaces?: ReadInterfaces;
  /** What is asked for drives, where it is not the machine itself; tests bring their own. */
  drives?: DriveSource;
  /** No scan starts by a schedule before this; what an earlier run was told. */
  schedulesPausedUntil?: Date | null;
  /** The folder that is asked first where the data lies; where it is absent, the data cannot be moved. */
  dataHome?: string;
  /**
   * Stops this server and starts it anew, at the same port unless another is named; where it is absent, only a
   * person can.
   */
  restart?: (port?: number) => void;
  /** What it was started with; where it is absent, it cannot be read again. */
  configuration?: Configuration;
  /** The port that it listened at until now; who asks there is led on for a while. */
  movedFrom?: number | undefined;
}

/** What a person who does not look at the application wants to know. */
export type News =
  | {
      kind: 'scan_finished';
      /** Id of its report, where one was kept. */
      report: string | null;
      library: string;
      added: number;
      problems: number;
    }
  /** Nothing was changed, for this reason; it waits for a person. */
  | { kind: 'scan_stopped'; library: string; reason: string }
  | { kind: 'device_paired'; name: string }
  | { kind: 'backup_failed'; reason: string };

/**
 * What the shell around the server may do without a request: the tray and the window use it.
 * Everything else goes through the API.
 */
export interface ServerControl {
  /** Whether no user exists yet. */
  setupRequired(): boolean;
  /**
   * A ticket that signs one window in as the named user, once, within 60 seconds
   * (`POST /auth/ticket`). Throws AppError NotFound if there is no such active user.
   */
  issueTicket(username: string): string;
  /** Libraries by name. */
  libraries(): { id: string; name: string }[];
  scans: {
    /** Pending and running scans. */
    active(): ScanEvent[];
    /** Starts a scan of each library that is not being scanned; gives how many were started. */
    startAll(mode?: ScanMode): number;
    /** Throws AppError Conflict while the library is being scanned. */
    start(libraryId: string, mode?: ScanMode): void;
    /** Cancels every pending and running scan; gives how many. */
    cancelAll(): number;
    /** Pauses every pending and running scan; gives the ids of the libraries whose scans went on till now. */
    pauseAll(): string[];
    /** Resumes every paused scan, or those of the libraries named; gives how many. */
    resumeAll(only?: readonly string[]): number;
    /** Called on every change of a scan, at most 4 times a second per scan, the first and last always. */
    onProgress(listener: (scan: ScanEvent) => void): () => void;
  };
  schedules: {
    pausedUntil(): Date | null;
    /** Starts no scan by a schedule until then; null ends that, and makes up for what was missed. */
    pause(until: Date | null): void;
  };
  /** The machine is about to sleep: scans pause, schedules rest. */
  suspend(): void;
  /**
   * The machine is awake: what `suspend` paused goes on as soon as the folder of its library is back, however
   * late its drive is. Resolves when nothing waits any more.
   */
  wake(): Promise<void>;
  /** The book that a user would go on with, or null. `page` counts from 1. */
  reading(username: string): { book_id: string; title: string; page: number } | null;
  /** Names of paired devices that were seen within ten minutes, the last first. */
  connectedDevices(): string[];
  /** How many problems Health lists. */
  problems(): Promise<number>;
  /**
   * Opens a file of the disk for a user, without importing it: the book of a library where it is one,
   * otherwise the file by itself. Rejects with AppError, whose message is for the person.
   */
  openFile(username: string, path: string): Promise<Opened>;
  /** Where a book or a series lies on the disk, or null: the file, or the folder that holds all of it. */
  placeOf(kind: 'book' | 'series', id: string): string | null;
  wants(setting: DesktopSwitchKey): boolean;
  /** Which releases the desktop app is offered. */
  updateChannel(): 'stable' | 'beta';
  onNews(listener: (news: News) => void): () => void;
  /** Called when what is read, the paired devices or a library may have changed. */
  onChange(listener: () => void): () => void;
  sharing: {
    state(): Sharing;
    /** Rejects with AppError where it cannot be turned on; the message is for the person. */
    turn(on: boolean): Promise<void>;
    /** Called on every change of the state. */
    onChange(listener: () => void): () => void;
  };
}

export interface RunningServer {
  /** `http://127.0.0.1:4477`, without a trailing slash. */
  url: string;
  port: number;
  /** The run before this one ended uncleanly; the database was checked and is sound. */
  checkedAfterCrash: boolean;
  control: ServerControl;
  /** Ends streams and tasks, closes the database; resolves within 10 seconds. Safe to call twice. */
  stop(): Promise<void>;
}
