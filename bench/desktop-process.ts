import type { AddressInfo } from 'node:net';
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';

import { channels } from '../main/ipc/channels.ts';
import type * as Desktop from '../main/app/desktop.ts';
import { openState } from '../main/desktop-state.ts';
import { createFakePorts } from '../main/testing/fake-ports.ts';
import { enableCompileCacheIn } from '../server/config/compile-cache.ts';
import type { Reply, Request } from './desktop-child.ts';

/**
 * Child process of `bench/desktop.ts`: the built shell with its server and a simulated operating
 * system, or a bare server. Prints its URL, then answers messages.
 */
const [kind = 'bare', root = '', userData = ''] = process.argv.slice(2);

const send = (reply: Reply) => process.send?.(reply);

const bare = async () => {
  // Imported here, because the shell does not load all of it.
  const { createServer } = await import('node:http');
  const server = createServer((_request, response) => response.end('{}'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, ticket: async () => null, quit: () => process.exit(0) };
};

const shell = async () => {
  // Same as main/start.ts.
  enableCompileCacheIn(join(userData, 'data'));
  openState(join(userData, 'desktop.json')).update({ connection: { kind: 'own' } });
  const ports = createFakePorts({ userData });
  const file = join(root, 'dist/main/app/desktop.js');
  const { startDesktop } = (await import(pathToFileURL(file).href)) as typeof Desktop;
  await startDesktop(ports, {
    preload: join(root, 'dist/main/preload.cjs'),
    webRoot: join(root, 'dist/renderer'),
    chooser: join(root, 'dist/main/chooser'),
  });
  const url = ports.windows.created[0]?.url;
  if (!url) throw new Error(ports.dialogs.errors[0]?.message ?? 'No window was opened');
  void ports.app.exited.then((code) => process.exit(code));
  const sender = { url, isMainFrame: true };
  return {
    url,
    ticket: async () => (await ports.ipc.invoke(channels.takeTicket, sender)) as string | null,
    quit: () => ports.app.quit(),
  };
};

const running = await (kind === 'bare' ? bare() : shell());
process.on('message', (request: Request) => {
  if (request === 'quit') {
    running.quit();
  } else if (request === 'ticket') {
    void running.ticket().then((ticket) => send({ ticket }));
  } else {
    const { user, system } = process.cpuUsage();
    send({ rss: process.memoryUsage.rss(), cpuMs: (user + system) / 1000 });
  }
});
send({ url: running.url });
