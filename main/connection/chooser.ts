import { languageOf } from '../../shared/languages.ts';
import type { Lifecycle } from '../app/lifecycle.ts';
import type { StateFile } from '../desktop-state.ts';
import type { Ports, WindowPort } from '../ports.ts';
import { placeWindow } from '../windows/bounds.ts';
import { guardPage } from '../windows/security.ts';
import { windowOptions } from '../windows/window-options.ts';
import { askServer } from './ask-server.ts';
import { chooserUrl, createChooserPage, type ChooserView } from './chooser-page.ts';
import { connect } from './connect.ts';
import type { ServerConnection } from './connection.ts';
import type { ConnectionTexts } from './connection-texts.ts';
import { findServers, type ServerFinder } from './find-servers.ts';
import type { OwnServer } from './own-server.ts';

/** A session without the web app's, so that no page of a server reaches the chooser. */
const partition = 'octavo-chooser';
const size = { width: 760, height: 840 };

/** The reason for opening the chooser. */
export interface ChooserReason {
  /** Called with "Use this computer". */
  onOwn: () => void;
  /** Called with a server that answered. */
  onServer: (connection: ServerConnection) => void;
  /** Called when the person closes the window. */
  onClosed?: () => void;
  /** The server that does not answer, and why; evaluated whenever the page asks. */
  problem?: () => ChooserView['problem'];
  /** Asks that server again. */
  onRetry?: () => Promise<void>;
}

export interface Chooser {
  /** Opens the window, or shows it for another purpose. */
  open(choice: ChooserReason): void;
  isOpen(): boolean;
  close(): void;
}

interface ChooserOptions {
  ports: Pick<Ports, 'app' | 'windows' | 'screens' | 'localPages' | 'shell'>;
  /** Folder of the built page. */
  folder: string;
  state: StateFile;
  lifecycle: Lifecycle;
  own: OwnServer;
  text: ConnectionTexts;
}

/** The window in which a person chooses between the library of this computer and a server. */
export const createChooser = (options: ChooserOptions): Chooser => {
  const { ports, state, lifecycle, own, text } = options;
  const { app } = ports;
  let current: { window: WindowPort; choice: ChooserReason } | null = null;
  let finder: ServerFinder | null = null;

  const servers = () => finder?.list() ?? [];
  const currentUrl = () => {
    const connection = state.get().connection;
    return connection?.kind === 'server' ? connection.url : null;
  };
  const close = () => {
    finder?.stop();
    finder = null;
    current?.window.destroy();
    current = null;
  };
  lifecycle.onQuit(close);

  ports.localPages.serve(
    partition,
    createChooserPage({
      folder: options.folder,
      app: app.name,
      language: languageOf(app.locale()),
      text,
      actions: {
        view: () => ({
          servers: servers().map((server) => ({
            ...server,
            isCurrent: server.url === currentUrl(),
          })),
          problem: current?.choice.problem?.() ?? null,
        }),
        useOwn: () => current?.choice.onOwn(),
        retry: async () => current?.choice.onRetry?.(),
        connect: async (address, acceptedKey) => {
          const choice = current?.choice;
          const outcome = await connect(address, acceptedKey, {
            app,
            text,
            isOwn: own.is,
            nameOf: (url) => servers().find((server) => server.url === url)?.name ?? null,
            trustedKey: (url) => state.get().trustedKeys[url] ?? null,
            trust: (url, key) =>
              state.update({ trustedKeys: { ...state.get().trustedKeys, [url]: key } }),
          });
          // The window can have been closed meanwhile.
          if (outcome.kind === 'connected' && choice !== undefined && choice === current?.choice) {
            choice.onServer(outcome.connection);
          }
          return outcome;
        },
      },
    }),
  );

  const create = (): WindowPort => {
    const { x, y, width, height } = placeWindow(null, ports.screens.workAreas());
    const own = { width: Math.min(width, size.width), height: Math.min(height, size.height) };
    const bounds = {
      ...own,
      x: x + Math.floor((width - own.width) / 2),
      y: y + Math.floor((height - own.height) / 2),
    };
    const window = ports.windows.create(windowOptions(app.name, bounds, { partition }));
    guardPage(window.page, () => chooserUrl, {
      openOutside: () => undefined,
      read: () => undefined,
    });
    window.page.onRequest((url) => url.startsWith(`${chooserUrl}/`));
    window.onReady(() => window.show());
    window.onClose(() => {
      if (current?.window !== window) return;
      const { choice } = current;
      finder?.stop();
      finder = null;
      current = null;
      if (!lifecycle.isQuitting()) choice.onClosed?.();
    });
    window.load(`${chooserUrl}/`).catch(() => window.show());
    return window;
  };

  return {
    open: (choice) => {
      if (lifecycle.isQuitting()) return;
      if (current) {
        current.choice = choice;
        current.window.show();
        return;
      }
      finder = findServers({
        interfaces: own.interfaces(),
        isOwn: own.is,
        ask: (url) => askServer(url, { pinnedKey: null, acceptsAny: true }),
      });
      current = { window: create(), choice };
    },
    isOpen: () => current !== null,
    close,
  };
};
