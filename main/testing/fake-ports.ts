import type { BrowserWindowConstructorOptions, Rectangle } from 'electron';

import type {
  AppPort,
  ClipboardPort,
  DialogsPort,
  IpcPort,
  LoginPort,
  MenuEntry,
  MenusPort,
  PagePort,
  Ports,
  Preventable,
  ScreensPort,
  SecretsPort,
  Sender,
  ShellPort,
  TrayPort,
  TraysPort,
  TrayState,
  WindowPort,
  WindowsPort,
} from '../ports.ts';

/** An event that tells afterwards whether it was prevented. */
const fakeEvent = (): Preventable & { prevented: boolean } => {
  const event = {
    prevented: false,
    preventDefault: () => {
      event.prevented = true;
    },
  };
  return event;
};

/** Functions to call, in the order in which they were added. */
const listeners = <Args extends unknown[]>() => {
  const all: ((...args: Args) => void)[] = [];
  return {
    add: (listener: (...args: Args) => void) => void all.push(listener),
    call: (...args: Args) => all.forEach((listener) => listener(...args)),
  };
};

export type FakeApp = AppPort & {
  emit(event: 'second-instance' | 'activate' | 'window-all-closed'): void;
  /** Resolves with the code of the first `exit`. */
  exited: Promise<number>;
};

const fakeApp = (options: FakeOptions): FakeApp => {
  const events = {
    'second-instance': listeners(),
    activate: listeners(),
    'window-all-closed': listeners(),
  };
  const beforeQuit = listeners<[Preventable]>();
  const exited = Promise.withResolvers<number>();
  return {
    name: 'Octavo',
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

const fakeLogin = (): FakeLogin => {
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

export type FakeWindow = WindowPort & {
  options: BrowserWindowConstructorOptions;
  url: string | null;
  /** -1 for none, as the system has it. */
  progress: number;
  visible: boolean;
  destroyed: boolean;
  focused: boolean;
  /** Bounds as the person left them. */
  rectangle: Rectangle;
  /** Presses the close button; true if the window would have closed. */
  close(): boolean;
  blur(): void;
  crash(): void;
  /** Whether a navigation would go through. */
  navigate(url: string, isMainFrame?: boolean): boolean;
  attachWebview(): boolean;
  openWindow(url: string): void;
  requestPermission(permission: string, url: string): boolean;
};

const fakeWindow = (options: BrowserWindowConstructorOptions): FakeWindow => {
  const ready = listeners();
  const closing = listeners<[Preventable]>();
  const blurred = listeners();
  const gone = listeners();
  const navigating = listeners<[Preventable, string, boolean]>();
  const attaching = listeners<[Preventable]>();
  const opening = listeners<[string]>();
  let decide: (permission: string, url: string) => boolean = () => true;
  let maximized = false;

  const passes = (emit: (event: Preventable) => void) => {
    const event = fakeEvent();
    emit(event);
    return !event.prevented;
  };
  const page: PagePort = {
    onNavigate: navigating.add,
    onAttachWebview: attaching.add,
    onOpenWindow: opening.add,
    onPermission: (decision) => {
      decide = decision;
    },
  };
  const window: FakeWindow = {
    options,
    url: null,
    progress: -1,
    visible: options.show !== false,
    destroyed: false,
    focused: false,
    rectangle: {
      x: options.x ?? 0,
      y: options.y ?? 0,
      width: options.width ?? 800,
      height: options.height ?? 600,
    },
    load: async (url) => {
      window.url = url;
      ready.call();
    },
    show: () => {
      window.visible = true;
      window.focused = true;
    },
    hide: () => {
      window.visible = false;
      window.focused = false;
    },
    destroy: () => {
      window.destroyed = true;
    },
    isVisible: () => window.visible,
    bounds: () => window.rectangle,
    isMaximized: () => maximized,
    maximize: () => {
      maximized = true;
    },
    setProgress: (fraction) => {
      window.progress = fraction ?? -1;
    },
    onReady: ready.add,
    onClose: closing.add,
    onBlur: blurred.add,
    onGone: gone.add,
    page,
    close: () => passes(closing.call),
    blur: () => {
      window.focused = false;
      blurred.call();
    },
    crash: () => {
      window.url = null;
      gone.call();
    },
    navigate: (url, isMainFrame = true) =>
      passes((event) => navigating.call(event, url, isMainFrame)),
    attachWebview: () => passes(attaching.call),
    openWindow: opening.call,
    requestPermission: (permission, url) => decide(permission, url),
  };
  return window;
};

export type FakeWindows = WindowsPort & { created: FakeWindow[] };

const fakeWindows = (): FakeWindows => {
  const created: FakeWindow[] = [];
  return {
    created,
    create: (options) => {
      const window = fakeWindow(options);
      created.push(window);
      return window;
    },
  };
};

export type FakeTray = TrayPort & {
  state: TrayState;
  toolTip: string;
  menu: MenuEntry[];
  /** Labels of every menu that was set. */
  seen: string[];
  /** When each menu was set, in milliseconds. */
  menusSetAt: number[];
  click(): void;
  /** Every label of the menu and its submenus. */
  labels(): string[];
  /** The entry reached through `path` of labels; throws when there is none. */
  entry(...path: string[]): MenuEntry;
};

const labelsOf = (entries: MenuEntry[]): string[] =>
  entries.flatMap(({ label, submenu }) => [...(label ? [label] : []), ...labelsOf(submenu ?? [])]);

const fakeTray = (state: TrayState): FakeTray => {
  const clicked = listeners();
  const tray: FakeTray = {
    state,
    toolTip: '',
    menu: [],
    seen: [],
    menusSetAt: [],
    setState: (next) => {
      tray.state = next;
    },
    setToolTip: (text) => {
      tray.toolTip = text;
    },
    setMenu: (entries) => {
      tray.menu = entries;
      tray.seen.push(...tray.labels());
      tray.menusSetAt.push(performance.now());
    },
    onClick: clicked.add,
    click: clicked.call,
    labels: () => labelsOf(tray.menu),
    entry: (...path) => {
      let entry: MenuEntry = { submenu: tray.menu };
      for (const label of path) {
        const next = entry.submenu?.find((candidate) => candidate.label === label);
        if (!next) throw new Error(`No entry "${label}" in ${tray.labels().join(', ')}`);
        entry = next;
      }
      return entry;
    },
  };
  return tray;
};

export type FakeTrays = TraysPort & { created: FakeTray[] };

const fakeTrays = (): FakeTrays => {
  const created: FakeTray[] = [];
  return {
    created,
    create: (state) => {
      const tray = fakeTray(state);
      created.push(tray);
      return tray;
    },
  };
};

export type FakeMenus = MenusPort & { application: MenuEntry[] };

const fakeMenus = (): FakeMenus => {
  const menus: FakeMenus = {
    application: [],
    setApplicationMenu: (entries) => {
      menus.application = entries;
    },
  };
  return menus;
};

export type FakeDialogs = DialogsPort & {
  /** What the person will choose. */
  folder: string | null;
  errors: { title: string; message: string }[];
};

const fakeDialogs = (): FakeDialogs => {
  const dialogs: FakeDialogs = {
    folder: null,
    errors: [],
    pickFolder: async () => dialogs.folder,
    showError: (title, message) => void dialogs.errors.push({ title, message }),
  };
  return dialogs;
};

export type FakeSecrets = SecretsPort & { safe: boolean; keyLost: boolean };

/** "Encrypts" by turning every bit, so that what is on disk is not what was given. */
export const fakeSecrets = (): FakeSecrets => {
  const turn = (bytes: Buffer) => Buffer.from(bytes.map((byte) => byte ^ 0xff));
  const secrets: FakeSecrets = {
    safe: true,
    keyLost: false,
    isSafe: async () => secrets.safe,
    encrypt: async (text) => turn(Buffer.from(text)),
    decrypt: async (sealed) => {
      if (secrets.keyLost) throw new Error('The key is gone');
      return turn(sealed).toString();
    },
  };
  return secrets;
};

export type FakeShell = ShellPort & { opened: string[] };

const fakeShell = (): FakeShell => {
  const opened: string[] = [];
  return { opened, openExternal: async (url) => void opened.push(url) };
};

export type FakeClipboard = ClipboardPort & { text: string };

const fakeClipboard = (): FakeClipboard => {
  const clipboard: FakeClipboard = {
    text: '',
    write: (text) => {
      clipboard.text = text;
    },
  };
  return clipboard;
};

export type FakeIpc = IpcPort & {
  /** What the page gets; rejects with what the shell throws. */
  invoke(channel: string, sender: Sender): Promise<unknown>;
};

const fakeIpc = (): FakeIpc => {
  const answers = new Map<string, (sender: Sender) => unknown>();
  return {
    handle: (channel, answer) => void answers.set(channel, answer),
    invoke: async (channel, sender) => {
      const answer = answers.get(channel);
      if (!answer) throw new Error(`Nobody answers ${channel}`);
      return answer(sender);
    },
  };
};

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

export interface FakePorts extends Ports {
  app: FakeApp;
  login: FakeLogin;
  windows: FakeWindows;
  trays: FakeTrays;
  menus: FakeMenus;
  dialogs: FakeDialogs;
  secrets: FakeSecrets;
  shell: FakeShell;
  clipboard: FakeClipboard;
  ipc: FakeIpc;
}

/** An operating system of our own: each port does what Electron would, and shows what was asked. */
export const createFakePorts = (options: FakeOptions): FakePorts => {
  const screens: ScreensPort = {
    workAreas: () => options.workAreas ?? [{ x: 0, y: 0, width: 1920, height: 1040 }],
  };
  return {
    app: fakeApp(options),
    login: fakeLogin(),
    windows: fakeWindows(),
    screens,
    trays: fakeTrays(),
    menus: fakeMenus(),
    dialogs: fakeDialogs(),
    secrets: fakeSecrets(),
    shell: fakeShell(),
    clipboard: fakeClipboard(),
    ipc: fakeIpc(),
  };
};
