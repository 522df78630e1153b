import { join } from 'node:path';

import { createChooser, type Chooser } from '../connection/chooser.ts';
import { hasOwnLibrary, type Connection } from '../connection/connection.ts';
import { connectionTexts } from '../connection/connection-texts.ts';
import { createOwnServer } from '../connection/own-server.ts';
import { openState } from '../desktop-state.ts';
import type { Ports } from '../ports.ts';
import { messagesFor } from '../shell-texts.ts';
import { startsHidden } from '../system/login-item.ts';
import { startConnectedLibrary } from './connected-library.ts';
import type { BuiltParts, DesktopContext, Running } from './desktop-context.ts';
import { readArguments, type LaunchRequest } from './launch-request.ts';
import { createLifecycle, type Lifecycle } from './lifecycle.ts';
import { startOwnLibrary } from './own-library.ts';
import { showStartFailure } from './start-failure.ts';

/**
 * The desktop application: single instance, embedded server, a window and a tray. Resolves when it
 * runs, or when it is quitting: a second instance hands over to the first, and a failed start shows
 * a dialog and exits with 1.
 */
export const startDesktop = async (ports: Ports, parts: BuiltParts): Promise<void> => {
  const { app } = ports;
  if (!app.lockInstance()) {
    app.exit(0);
    return;
  }
  const lifecycle = createLifecycle(app);
  // Without a listener, Electron would quit when the last window is closed.
  app.on('window-all-closed', () => undefined);
  const starting = app.ready().then(() => start(ports, parts, lifecycle));
  const received: LaunchRequest[] = [];
  // These events can arrive while the server is still starting.
  const whenRunning = (use: (running: Running) => void) => void starting.then(use, () => undefined);
  const handle = (request: LaunchRequest) => {
    received.push(request);
    whenRunning((running) => running.handleLaunch(request));
  };
  app.on('activate', () => whenRunning(({ window }) => window.show()));
  app.onSecondInstance((given, directory) => handle(readArguments(given, directory, app.platform)));
  app.onOpenFile((file) => handle({ files: [file], links: [] }));
  app.onOpenLink((link) => handle({ files: [], links: [link] }));

  try {
    const { window, handleLaunch: show } = await starting;
    const request = readArguments(app.arguments, app.workingDirectory, app.platform);
    if (request.files.length + request.links.length > 0) show(request);
    else if (received.length === 0 && !startsHidden(app, ports.login)) window.show();
  } catch (error) {
    showStartFailure(ports, error);
    lifecycle.leave(1);
  }
};

/**
 * Starts with the chosen library; asks at the first start. A process has one choice for its whole
 * life: changing it restarts the application, so that the own server and the page of a foreign one
 * never share a process.
 */
const start = async (ports: Ports, parts: BuiltParts, lifecycle: Lifecycle): Promise<Running> => {
  const { app } = ports;
  const state = openState(join(app.userData, 'desktop.json'));
  const connectionText = connectionTexts(app.locale());
  const own = createOwnServer(ports.network.interfaces);
  const chooser = createChooser({
    ...{ ports, state, lifecycle, own },
    folder: parts.chooser,
    text: connectionText,
  });
  const connection =
    state.get().connection ??
    (hasOwnLibrary(app.userData)
      ? { kind: 'own' as const }
      : await firstChoice(chooser, lifecycle));
  state.update({ connection });
  const context: DesktopContext = {
    ...{ ports, parts, lifecycle, state, own, chooser, connectionText },
    text: messagesFor(app.locale()),
    changeTo: (next) => {
      state.update({ connection: next });
      app.relaunch();
      lifecycle.leave(0);
    },
  };
  return connection.kind === 'own'
    ? startOwnLibrary(context)
    : startConnectedLibrary(context, connection);
};

/** Resolves with the choice; closing the window quits. */
const firstChoice = (chooser: Chooser, lifecycle: Lifecycle): Promise<Connection> =>
  new Promise((resolve) => {
    const choose = (connection: Connection) => {
      chooser.close();
      resolve(connection);
    };
    chooser.open({
      onOwn: () => choose({ kind: 'own' }),
      onServer: choose,
      onClosed: () => lifecycle.leave(0),
    });
  });
