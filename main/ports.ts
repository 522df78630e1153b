import type {
  BrowserWindowConstructorOptions,
  MenuItemConstructorOptions,
  Rectangle,
} from 'electron';

import type { ReadInterfaces } from '../server/http/net/own-addresses.ts';
import type { JudgedCertificate } from './connection/server-key.ts';

/**
 * The parts of Electron that the shell uses: implemented by `index.ts` with Electron and by fakes
 * in tests, so that everything else in `main/` runs in plain Node.
 */
export interface Ports {
  app: AppPort;
  login: LoginPort;
  windows: WindowsPort;
  screens: ScreensPort;
  theme: ThemePort;
  trays: TraysPort;
  menus: MenusPort;
  dialogs: DialogsPort;
  secrets: SecretsPort;
  shell: ShellPort;
  clipboard: ClipboardPort;
  ipc: IpcPort;
  localPages: LocalPagesPort;
  network: NetworkPort;
  notifications: NotificationsPort;
  power: PowerPort;
  updates: UpdatesPort;
}

/** An event whose default action can be prevented. */
export interface Preventable {
  preventDefault(): void;
}

export interface AppPort {
  readonly name: string;
  readonly version: string;
  readonly platform: NodeJS.Platform;
  /** Folder of the application's files for this user. */
  readonly userData: string;
  /** Folder with the settings of all of this user's applications. */
  readonly configHome: string;
  /** Path of the application's executable. */
  readonly executable: string;
  /** False in development, where the executable is bare Electron. */
  readonly isPackaged: boolean;
  /** Command-line arguments without the executable. */
  readonly arguments: readonly string[];
  /** Working directory of the start. */
  readonly workingDirectory: string;
  /** Name of the operating-system user. */
  userName(): string;
  /** The user's language, `de-AT`; available once ready. */
  locale(): string;
  /** False if another instance is running, which is then notified of this start. */
  lockInstance(): boolean;
  ready(): Promise<void>;
  on(event: 'activate' | 'window-all-closed', listener: () => void): void;
  /**
   * Called when the application is started again, with the arguments and working directory of that
   * start.
   */
  onSecondInstance(listener: (given: readonly string[], workingDirectory: string) => void): void;
  /** macOS passes files and links this way, possibly before the application is ready. */
  onOpenFile(listener: (path: string) => void): void;
  onOpenLink(listener: (link: string) => void): void;
  /** Registers the application for links of this scheme. */
  claimLinks(scheme: string): void;
  /** Adds a file to the system's list of recent documents, if it has one. */
  addRecent(path: string): void;
  clearRecent(): void;
  onBeforeQuit(listener: (event: Preventable) => void): void;
  /**
   * Windows only, and only while there is a window, if hidden: the system shuts down or the user
   * signs out. The process is killed soon after the listener has returned.
   */
  onSessionEnd(listener: () => void): void;
  quit(): void;
  /** Starts the application again once this process has exited; does not quit the current process. */
  relaunch(): void;
  /** Exits at once, without closing windows first. */
  exit(code: number): void;
}

/** Login items of Windows and macOS. */
export interface LoginPort {
  isOn(): boolean;
  turn(on: boolean): void;
  /** Reported by macOS; elsewhere the login item passes `--hidden`. */
  wasOpenedAtLogin(): boolean;
}

export interface WindowsPort {
  create(options: BrowserWindowConstructorOptions): WindowPort;
}

export interface WindowPort {
  load(url: string): Promise<void>;
  /** Current URL, empty before the first load. */
  address(): string;
  /** Reloads the page. */
  reload(): void;
  /** Restores, shows and focuses. */
  show(): void;
  hide(): void;
  /** Closes without asking the page, which ends its connections. */
  destroy(): void;
  isVisible(): boolean;
  /** Bounds while not maximised. */
  bounds(): Rectangle;
  isMaximized(): boolean;
  maximize(): void;
  /** Progress in the task bar or dock, 0 to 1; null for none. */
  setProgress(fraction: number | null): void;
  onReady(listener: () => void): void;
  onClose(listener: (event: Preventable) => void): void;
  onBlur(listener: () => void): void;
  /** Called when the page, or one it navigated to, could not be loaded. */
  onLoadFailed(listener: () => void): void;
  /** Called when the page's process has crashed. */
  onGone(listener: () => void): void;
  page: PagePort;
}

/** Events by which a page could leave its sandbox. */
export interface PagePort {
  /** Before any frame navigates or is redirected. */
  onNavigate(listener: (event: Preventable, url: string, isMainFrame: boolean) => void): void;
  onAttachWebview(listener: (event: Preventable) => void): void;
  /** Called when the page requests a new window, which is always denied. */
  onOpenWindow(listener: (url: string) => void): void;
  /** Decides about browser permissions, such as `geolocation`. */
  onPermission(decide: (permission: string, requestingUrl: string) => boolean): void;
  /**
   * Decides the file name of a download from its URLs (including redirects) and its suggested
   * name, or rejects it with null. The user chooses the location and confirms replacing a
   * file; downloads are never opened.
   */
  onDownload(decide: (urls: readonly string[], name: string) => string | null): void;
  /** Decides about every request of the page's session, by URL. */
  onRequest(decide: (url: string) => boolean): void;
  /** Decides about the certificate of each server that the page's session connects to. */
  onCertificate(decide: (certificate: JudgedCertificate, host: string) => boolean): void;
}

export interface ScreensPort {
  /** Usable areas of the connected screens, the primary one first. */
  workAreas(): Rectangle[];
}

export type ColorScheme = 'system' | 'light' | 'dark';

export interface ThemePort {
  /** Sets the colour scheme of all pages and native elements. */
  follow(scheme: ColorScheme): void;
}

export type TrayState = 'idle' | 'working' | 'attention' | 'sharing';

export interface TraysPort {
  create(state: TrayState): TrayPort;
}

export interface TrayPort {
  setState(state: TrayState): void;
  setToolTip(text: string): void;
  setMenu(entries: MenuEntry[]): void;
  onClick(listener: () => void): void;
}

export interface MenuEntry {
  type?: 'separator' | 'checkbox';
  label?: string;
  role?: NonNullable<MenuItemConstructorOptions['role']>;
  accelerator?: string;
  enabled?: boolean;
  checked?: boolean;
  click?: () => void;
  submenu?: MenuEntry[];
}

export interface MenusPort {
  setApplicationMenu(entries: MenuEntry[]): void;
}

export interface DialogsPort {
  /** Absolute path of the chosen folder, or null. */
  pickFolder(): Promise<string | null>;
  /** Absolute paths of the chosen books; empty on cancel. */
  pickFiles(): Promise<string[]>;
  /**
   * Returns once the user has closed the dialog. Blocks the whole process, and with it the own
   * server, so it is only for errors after which the application ends.
   */
  showFatalError(title: string, message: string): void;
  /** Shows an error while everything goes on; resolves once the user has closed the dialog. */
  showError(title: string, message: string): Promise<void>;
  /** Index of the chosen button; dismissing the dialog counts as the last. */
  ask(question: Question): Promise<number>;
}

export interface Question {
  message: string;
  detail: string;
  /** Button labels; Enter chooses the first. */
  choices: readonly string[];
}

/** Encryption with a key from the operating system's keychain. */
export interface SecretsPort {
  /** False without a keychain, or with Chromium's `basic_text`, whose key is public. */
  isSafe(): Promise<boolean>;
  encrypt(text: string): Promise<Buffer>;
  /** Rejects if the key is gone. */
  decrypt(sealed: Buffer): Promise<string>;
}

export interface ShellPort {
  openExternal(url: string): Promise<void>;
  /** Shows a file or folder in the file manager; returns false if it is missing. */
  reveal(path: string): boolean;
  /** Moves a file or folder to the bin of the system; rejects if there is none. */
  moveToBin(path: string): Promise<void>;
}

export interface ClipboardPort {
  write(text: string): void;
}

/** The frame that sent a message; null if it is gone. */
export type Sender = { url: string; isMainFrame: boolean } | null;

export interface IpcPort {
  /** Handles a channel; errors reach the page as a rejected promise. */
  handle(channel: string, answer: (sender: Sender, input: unknown) => unknown): void;
}

export interface LocalPagesPort {
  /**
   * Responds to requests of the shell's own scheme (`shellScheme`) in one session only. Called once
   * per session.
   */
  serve(partition: string, respond: (request: Request) => Promise<Response>): void;
}

export interface NetworkPort {
  /** The network interfaces of this machine. */
  interfaces: ReadInterfaces;
}

/** A desktop notification. */
export interface Notice {
  title: string;
  body: string;
  /** Stays until dismissed, where the system supports that. */
  sticky: boolean;
  onClick: () => void;
}

export interface NotificationsPort {
  show(notice: Notice): void;
}

export interface PowerPort {
  /** Called before the computer sleeps. */
  onSuspend(listener: () => void): void;
  onResume(listener: () => void): void;
  /** Prevents automatic sleep until the returned function is called. */
  preventSleep(): () => void;
}

export type UpdateChannel = 'stable' | 'beta';

/** A version newer than the running one. */
export interface Release {
  version: string;
  /** Published release notes: plain text, Markdown or HTML; can be empty. */
  notes: string;
}

export interface UpdatesPort {
  /** False in development, and in a package without an update server. */
  readonly isPossible: boolean;
  /** Whether a downloaded update is installed on quitting without confirmation. */
  readonly installsOnQuit: boolean;
  /** The newest release for this installation, or null. */
  check(channel: UpdateChannel): Promise<Release | null>;
  /** Downloads and verifies the release found by the last check; reports progress from 0 to 1. */
  download(onProgress: (fraction: number) => void): Promise<void>;
  /** Quits and starts the new version; rejects on failure. */
  install(): Promise<void>;
}
