import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { dataHome, type ConfigSources } from './config/data-folder.ts';
import { createFileSecrets } from './config/file-secrets.ts';
import { loadConfig } from './config/load.ts';
import { packageRoot } from './config/places.ts';
import { readVersion } from './config/version.ts';
import { startAtHome } from './data-home/start-at-home.ts';
import { startServer } from './server.ts';

/** So that who asked for it still gets an answer. */
const restartMs = 200;

interface Voice {
  print(text: string): void;
  /** Says why a start that nobody waits for has failed. */
  explain(error: unknown): void;
}

/** `octavo serve`: serves until it is told to end, and starts anew in the same process when it is asked to. */
export const serve = async (sources: ConfigSources, { print, explain }: Voice): Promise<void> => {
  const home = dataHome(sources);
  const built = join(packageRoot, 'dist/renderer');
  const webRoot = existsSync(join(built, 'assets')) ? built : null;
  const start = (port?: number) =>
    startAtHome(home, async (dataDir) => {
      const config = await loadConfig({ ...sources, dataDir });
      config.server.port = port ?? config.server.port;
      const secrets = createFileSecrets(join(dataDir, 'secrets.json'));
      return startServer(config, { kind: 'headless', secrets, webRoot, restart, dataHome: home });
    });
  const startAnew = async () => {
    await server.stop();
    server = await start(server.port);
  };
  const restart = () => {
    const giveUp = (error: unknown) => {
      explain(error);
      process.exit(1);
    };
    setTimeout(() => void startAnew().catch(giveUp), restartMs);
  };
  let server = await start();
  print(`Octavo ${readVersion()} serves ${server.url}`);
  if (server.control.setupRequired()) print('Open that address in a browser to set it up.');
  const stop = (signal: NodeJS.Signals) => {
    // A second signal means now.
    process.once(signal, () => process.exit(1));
    server.stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
};
