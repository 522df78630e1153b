import type { ScanEvent, ScanMode } from '../shared/api/scan-record.ts';
import type { Sharing } from '../shared/api/sharing.ts';
import type { ConfigFile } from './config/config-file.ts';
import type { DriveSource } from './features/filesystem/drives.ts';
import type { OpenedItem } from './features/opened-files/open-file.ts';
import type { DesktopSwitchKey } from './features/settings/definitions.ts';
import type { ReadInterfaces } from './http/net/own-addresses.ts';

/** Storage for small secrets: the system keychain on the desktop, a 0600 file headless. */
export interface SecretStore {
  /** The stored value, or null. */
  get(name: string): string | null;
  set(name: string, value: string): void;
}

/** The differences between the desktop and the headless server. */
export interface HostEnvironment {
  kind: 'desktop' | 'headless';
  secrets: SecretStore;
  /**
   * Folder of the built web app, or null to serve only the API (in development, Vite serves the
   * app).
   */
  webRoot: string | null;
  /** Moves a file or folder to the bin of the system; only the desktop has one. */
  moveToSystemBin?: (path: string) => Promise<void>;
  /** File of the log, beside standard error, which nobody sees on the desktop. */
  logFile?: string;
  /** Overrides the machine's network interfaces, for tests. */
  networkInterfaces?: ReadInterfaces;
  /** Overrides the machine's drives, for tests. */
  drives?: DriveSource;
  /**
   * How long a file must be unmodified before a scan reads it, ms; default 5 seconds. Shorter in
   * tests.
   */
  quietMs?: number;
  /** Suspends scheduled scans until then; carried over from an earlier run. */
  schedulesPausedUntil?: Date | null;
  /**
   * The configured data directory, which can redirect to another location; without it, the data
   * cannot be moved.
   */
  configuredDataDir?: string;
  /**
   * Restarts the server in this process, by default at the same port; without it, a restart must be
   * done by hand.
   */
  restart?: (port?: number) => void;
  /** The startup configuration; without it, it cannot be reloaded. */
  configuration?: ConfigFile;
  /** The previous port, which redirects to the new one for a while. */
  previousPort?: number | undefined;
}

/** Events worth a desktop notification. */
export type NotificationEvent =
  | {
      kind: 'scan_finished';
      /** Id of the scan report, if one was stored. */
      report: string | null;
      library: string;
      added: number;
      problems: number;
    }
  /** The scan changed nothing for this reason and waits for the user. */
  | { kind: 'scan_stopped'; library: string; reason: string }
  | { kind: 'device_paired'; name: string }
  | { kind: 'backup_failed'; reason: string };

/**
 * Direct interface of the desktop shell, used by the tray and the window. Everything else goes
 * through the API.
 */
export interface ServerControl {
  /** Whether no user exists yet. */
  setupRequired(): boolean;
  /**
   * A one-time ticket that signs a window in as the user, within 60 seconds (`POST /auth/ticket`).
   * Throws AppError NotFound if there is no such active user.
   */
  issueTicket(username: string): string;
  /** All libraries, sorted by name. */
  libraries(): { id: string; name: string }[];
  scans: {
    /** Pending and running scans. */
    active(): ScanEvent[];
    /**
     * Starts a scan of each library that is not being scanned; returns the number of scans started.
     */
    startAll(mode?: ScanMode): number;
    /** Throws AppError Conflict while the library is being scanned. */
    start(libraryId: string, mode?: ScanMode): void;
    /** Cancels all active scans; returns their number. */
    cancelAll(): number;
    /**
     * Pauses all active scans; returns the ids of the libraries whose scans were not paused before.
     */
    pauseAll(): string[];
    /** Resumes all paused scans, or those of the given libraries; returns their number. */
    resumeAll(only?: readonly string[]): number;
    /**
     * Called on every change of a scan, at most 4 times a second per scan, always including the
     * first and the last.
     */
    onProgress(listener: (scan: ScanEvent) => void): () => void;
  };
  schedules: {
    pausedUntil(): Date | null;
    /** Suspends scheduled scans until then; null resumes them and catches up on missed ones. */
    pause(until: Date | null): void;
  };
  /** Call before the machine sleeps: pauses scans and schedules. */
  suspend(): void;
  /**
   * Writes everything into the file of the database before it returns, so that a process that is
   * killed then has ended cleanly. Call when there is no time to stop the server.
   */
  checkpoint(): void;
  /**
   * Call after the machine wakes: resumes what `suspend` paused as soon as each library folder is
   * back, however late its drive is. Resolves when everything is resumed.
   */
  wake(): Promise<void>;
  /** The user's current book, or null. `page` is 1-indexed. */
  reading(username: string): { book_id: string; title: string; page: number } | null;
  /** Names of paired devices seen within ten minutes, the latest first. */
  connectedDevices(): string[];
  /** Number of problems listed under Health. */
  problems(): Promise<number>;
  /**
   * Opens a local file for a user without importing it: returns the library's book if it is one,
   * otherwise the file itself. Rejects with AppError, whose message is for the user.
   */
  openFile(username: string, path: string): Promise<OpenedItem>;
  /** Path of a book's file, or of the folder that contains a whole series; null if unknown. */
  pathOf(kind: 'book' | 'series', id: string): string | null;
  wants(setting: DesktopSwitchKey): boolean;
  /** The update channel of the desktop app. */
  updateChannel(): 'stable' | 'beta';
  onNotification(listener: (news: NotificationEvent) => void): () => void;
  /** Called when the current book, the paired devices or a library may have changed. */
  onChange(listener: () => void): () => void;
  sharing: {
    state(): Sharing;
    /** Rejects with AppError if it cannot be turned on; the message is for the user. */
    turn(on: boolean): Promise<void>;
    /** Called on every change of the state. */
    onChange(listener: () => void): () => void;
  };
}

export interface RunningServer {
  /** Without a trailing slash: `http://127.0.0.1:4477`. */
  url: string;
  port: number;
  /** The previous run crashed; the database was verified and is intact. */
  checkedAfterCrash: boolean;
  control: ServerControl;
  /**
   * Ends streams and tasks and closes the database; resolves within 10 seconds with whether every
   * part was closed, which is impossible for a thread blocked by a hung drive. Safe to call twice.
   */
  stop(): Promise<boolean>;
}
