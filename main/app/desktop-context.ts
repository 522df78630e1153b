import type { Chooser } from '../connection/chooser.ts';
import type { Connection } from '../connection/connection.ts';
import type { ConnectionTexts } from '../connection/connection-texts.ts';
import type { OwnServer } from '../connection/own-server.ts';
import type { StateFile } from '../desktop-state.ts';
import type { Ports } from '../ports.ts';
import type { Messages } from '../shell-texts.ts';
import type { AppWindow } from '../windows/window.ts';
import type { LaunchRequest } from './launch-request.ts';
import type { Lifecycle } from './lifecycle.ts';

/** Built files that the shell loads by path. */
export interface BuiltParts {
  /** The preload script, a single CommonJS file. */
  preload: string;
  /** Folder of the web app. */
  webRoot: string;
  /** Folder of the page on which a person chooses a library. */
  chooser: string;
}

/** Dependencies of the application, with its own server and connected to another. */
export interface DesktopContext {
  ports: Ports;
  parts: BuiltParts;
  lifecycle: Lifecycle;
  state: StateFile;
  text: Messages;
  connectionText: ConnectionTexts;
  own: OwnServer;
  chooser: Chooser;
  /** Restarts the application with another library. */
  changeTo: (connection: Connection) => void;
}

/** The running application. */
export interface Running {
  window: Pick<AppWindow, 'show'>;
  /** Shows what was requested: books each in their own window, pages in the main one. */
  handleLaunch(request: LaunchRequest): void;
}
