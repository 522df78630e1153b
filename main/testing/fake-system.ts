import type {
  ClipboardPort,
  ColorScheme,
  DialogsPort,
  IpcPort,
  LocalPagesPort,
  Question,
  SecretsPort,
  Sender,
  ShellPort,
  ThemePort,
} from '../ports.ts';

export type FakeDialogs = DialogsPort & {
  /** The folder chosen in the dialog. */
  folder: string | null;
  files: string[];
  errors: { title: string; message: string }[];
  /** The errors whose dialog blocked the process. */
  fatal: { title: string; message: string }[];
  /** All questions asked, the oldest first. */
  asked: Question[];
  /** The label of the user's answer; a label that is not offered dismisses the dialog. */
  answer: string | null;
};

export const fakeDialogs = (): FakeDialogs => {
  const dialogs: FakeDialogs = {
    folder: null,
    errors: [],
    fatal: [],
    asked: [],
    answer: null,
    pickFolder: async () => dialogs.folder,
    files: [],
    pickFiles: async () => dialogs.files,
    showFatalError: (title, message) => void dialogs.fatal.push({ title, message }),
    showError: async (title, message) => void dialogs.errors.push({ title, message }),
    ask: async (question) => {
      dialogs.asked.push(question);
      const chosen = question.choices.indexOf(dialogs.answer ?? '');
      return chosen === -1 ? question.choices.length - 1 : chosen;
    },
  };
  return dialogs;
};

export type FakeSecrets = SecretsPort & { safe: boolean; keyLost: boolean };

/** "Encrypts" by inverting every bit, so that the stored data differs from the input. */
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

export type FakeShell = ShellPort & { opened: string[]; revealed: string[]; binned: string[] };

export const fakeShell = (): FakeShell => {
  const opened: string[] = [];
  const revealed: string[] = [];
  const binned: string[] = [];
  return {
    opened,
    revealed,
    binned,
    openExternal: async (url) => void opened.push(url),
    reveal: (path) => revealed.push(path) > 0,
    moveToBin: async (path) => void binned.push(path),
  };
};

export type FakeTheme = ThemePort & { followed: ColorScheme | null };

export const fakeTheme = (): FakeTheme => {
  const theme: FakeTheme = {
    followed: null,
    follow: (scheme) => {
      theme.followed = scheme;
    },
  };
  return theme;
};

export type FakeClipboard = ClipboardPort & { text: string };

export const fakeClipboard = (): FakeClipboard => {
  const clipboard: FakeClipboard = {
    text: '',
    write: (text) => {
      clipboard.text = text;
    },
  };
  return clipboard;
};

export type FakeIpc = IpcPort & {
  /** Names of all handled channels. */
  channels(): string[];
  /** Returns the handler's result for a page; rejects with its error. */
  invoke(channel: string, sender: Sender, input?: unknown): Promise<unknown>;
};

export const fakeIpc = (): FakeIpc => {
  const answers = new Map<string, (sender: Sender, input: unknown) => unknown>();
  return {
    channels: () => [...answers.keys()],
    handle: (channel, answer) => void answers.set(channel, answer),
    invoke: async (channel, sender, input) => {
      const answer = answers.get(channel);
      if (!answer) throw new Error(`Nobody answers ${channel}`);
      return answer(sender, input);
    },
  };
};

export type FakeLocalPages = LocalPagesPort & {
  /** Requests a path of the shell's own page, as the page itself would. */
  request(partition: string, path: string, body?: unknown): Promise<Response>;
};

export const fakeLocalPages = (): FakeLocalPages => {
  const sessions = new Map<string, (request: Request) => Promise<Response>>();
  return {
    serve: (partition, respond) => void sessions.set(partition, respond),
    request: async (partition, path, body) => {
      const respond = sessions.get(partition);
      if (!respond) throw new Error(`Nothing is served in ${partition}`);
      return respond(
        new Request(`octavo-shell://chooser${path}`, {
          ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
        }),
      );
    },
  };
};
