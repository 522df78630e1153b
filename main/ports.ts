import type {
  BrowserWindowConstructorOptions,
  MenuItemConstructorOptions,
  Rectangle,
} from 'electron';

/**
 * What the shell needs of Electron, and no more: `index.ts` fulfils it with Electron itself,
 * tests with fakes, so that everything else in `main/` runs under plain Node.
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
  notifications: NotificationsPort;
  power: PowerPort;
  updates: UpdatesPort;
}

/** An event whose usual consequence can be prevented. */
export interface Preventable {
  preventDefault(): void;
}

export interface AppPort {
  readonly name: string;
  readonly version: string;
  readonly platform: NodeJS.Platform;
  /** Folder of this user's files of the application. */
  readonly userData: string;
  /** Folder that holds the settings of all of this user's applications. */
  readonly configHome: string;
  /** The file that starts the application. */
  readonly executable: string;
  /** False in development, where the executable is bare Electron. */
  readonly isPackaged: boolean;
  /** Command-line arguments without the executable. */
  readonly arguments: readonly string[];
  /** Where it was started. */
  readonly workingDirectory: string;
  /** Name of the operating-system user. */
  userName(): string;
  /** The user's language, `de-AT`; known once ready. */
  locale(): string;
  /** False when another instance is running, which is then told of this start. */
  lockInstance(): boolean;
  ready(): Promise<void>;
  on(event: 'activate' | 'window-all-closed', listener: () => void): void;
  /** Somebody started the application again; with the arguments and the folder of that start. */
  onSecondInstance(listener: (given: readonly string[], workingDirectory: string) => void): void;
  /** macOS hands files and links over in this way, perhaps before the application is ready. */
  onOpenFile(listener: (path: string) => void): void;
  onOpenLink(listener: (link: string) => void): void;
  /** Has the system give us the links that begin with `<scheme>:`. */
  claimLinks(scheme: string): void;
  /** Adds to the system's own list of recent documents, where it has one. */
  addRecent(path: string): void;
  clearRecent(): void;
  onBeforeQuit(listener: (event: Preventable) => void): void;
  quit(): void;
  /** Ends at once, without asking windows. */
  exit(code: number): void;
}

/** Login items of Windows and macOS. */
export interface LoginPort {
  isOn(): boolean;
  turn(on: boolean): void;
  /** macOS says so itself; elsewhere the login item carries `--hidden`. */
  wasOpenedAtLogin(): boolean;
}

export interface WindowsPort {
  create(options: BrowserWindowConstructorOptions): WindowPort;
}

export interface WindowPort {
  load(url: string): Promise<void>;
  /** What it shows, empty before it shows anything. */
  address(): string;
  /** Loads what it shows once more. */
  reload(): void;
  /** Restores, shows and focuses. */
  show(): void;
  hide(): void;
  /** Closes without asking; the page ends its connections. */
  destroy(): void;
  isVisible(): boolean;
  /** Bounds of the window while it is not maximised. */
  bounds(): Rectangle;
  isMaximized(): boolean;
  maximize(): void;
  /** Progress in the task bar or dock, 0 to 1; null for none. */
  setProgress(fraction: number | null): void;
  onReady(listener: () => void): void;
  onClose(listener: (event: Preventable) => void): void;
  onBlur(listener: () => void): void;
  /** The process of the page has died. */
  onGone(listener: () => void): void;
  page: PagePort;
}

/** Where a page could get out of its box. */
export interface PagePort {
  /** Before any frame navigates or is redirected. */
  onNavigate(listener: (event: Preventable, url: string, isMainFrame: boolean) => void): void;
  onAttachWebview(listener: (event: Preventable) => void): void;
  /** The page asks for another window, which it never gets. */
  onOpenWindow(listener: (url: string) => void): void;
  /** Decides requests for permissions of the browser, such as `geolocation`. */
  onPermission(decide: (permission: string, requestingUrl: string) => boolean): void;
}

export interface ScreensPort {
  /** Usable areas of the connected screens, the primary one first. */
  workAreas(): Rectangle[];
}

export type ColorScheme = 'system' | 'light' | 'dark';

export interface ThemePort {
  /** What every page takes for the system's colours, and what the system draws for us. */
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
  /** Absolute paths of the chosen books; none when the dialog was put away. */
  pickFiles(): Promise<string[]>;
  /** Waits until the person has read it. */
  showError(title: string, message: string): void;
  /** Index of the choice that was taken; a dialog that is put away takes the last. */
  ask(question: Question): Promise<number>;
}

export interface Question {
  message: string;
  detail: string;
  /** Labels of the buttons; Enter takes the first. */
  choices: readonly string[];
}

/** Encryption with a key that the operating system keeps. */
export interface SecretsPort {
  /** False where there is no safe, or only Chromium's `basic_text`, whose key is public. */
  isSafe(): Promise<boolean>;
  encrypt(text: string): Promise<Buffer>;
  /** Rejects when the key is gone. */
  decrypt(sealed: Buffer): Promise<string>;
}

export interface ShellPort {
  openExternal(url: string): Promise<void>;
  /** Shows a file or folder in the file manager; false where it is not there. */
  reveal(path: string): boolean;
}

export interface ClipboardPort {
  write(text: string): void;
}

/** The frame that sent a message; null when it has gone since. */
export type Sender = { url: string; isMainFrame: boolean } | null;

export interface IpcPort {
  /** Answers a channel; what is thrown reaches the page as a rejected promise. */
  handle(channel: string, answer: (sender: Sender, input: unknown) => unknown): void;
}

/** A message beside the clock. */
export interface Notice {
  title: string;
  body: string;
  /** Stays until the person puts it away, where the system knows that. */
  sticky: boolean;
  onClick: () => void;
}

export interface NotificationsPort {
  show(notice: Notice): void;
}

export interface PowerPort {
  /** The computer is about to sleep. */
  onSuspend(listener: () => void): void;
  onResume(listener: () => void): void;
  /** Keeps the computer from falling asleep by itself, until the returned function is called. */
  stayAwake(): () => void;
}

export type UpdateChannel = 'stable' | 'beta';

/** A version that is newer than the running one. */
export interface Release {
  version: string;
  /** What is new in it, as it was published: plain text, Markdown or HTML; empty where nothing was said. */
  notes: string;
}

export interface UpdatesPort {
  /** False in development, and in a package that was not told where its releases are. */
  readonly isPossible: boolean;
  /** Whether what was downloaded is installed when the application ends, without being asked for. */
  readonly installsOnQuit: boolean;
  /** The newest release that is meant for this installation, or null. */
  check(channel: UpdateChannel): Promise<Release | null>;
  /** Fetches and verifies what the last check found; told how much is there, 0 to 1. */
  download(onProgress: (fraction: number) => void): Promise<void>;
  /** Ends the application and starts the new one; rejects when that cannot be done. */
  install(): Promise<void>;
}
