import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { dataHome, type ConfigSources } from './config/data-folder.ts';
import { createFileSecrets } from './config/file-secrets.ts';
import { atPort, readConfiguration } from './config/configuration.ts';
import { packageRoot } from './config/places.ts';
import { readVersion } from './config/version.ts';
import { startAtHome } from './data-home/start-at-home.ts';
import { startRenewable, type RenewableStart } from './renewable.ts';
import { startServer } from './server.ts';

interface Voice {
  print(text: string): void;
  /** Says why a start that nobody waits for has failed. */
  explain(error: unknown): void;
}

/** `octavo serve`: serves until it is told to end, and starts anew in the same process when it is asked to. */
export const serve = async (sources: ConfigSources, { print, explain }: Voice): Promise<void> => {
  const home = dataHome(sources);
  const built = join(packageRoot, 'dist/renderer');
  let address = '';
  const webRoot = existsSync(join(built, 'assets')) ? built : null;
  const start: RenewableStart = (restart, port, movedFrom) =>
    startAtHome(home, async (dataDir) => {
      const configuration = await readConfiguration({ ...sources, dataDir });
      const secrets = createFileSecrets(join(dataDir, 'secrets.json'));
      return startServer(atPort(configuration.started, port), {
        ...{ kind: 'headless', secrets, webRoot, restart, dataHome: home },
        ...{ configuration, movedFrom },
      });
    });
  const server = await startRenewable({
    start,
    onStayed: explain,
    onRenewed: ({ url }) => {
      if (url !== address) print(`Octavo serves ${url} now`);
      address = url;
    },
    giveUp: (error) => {
      explain(error);
      process.exit(1);
    },
  });
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
  // Who reads this may end it at once.
  const { url, control } = server.current();
  address = url;
  print(`Octavo ${readVersion()} serves ${url}`);
  if (control.setupRequired()) print('Open that address in a browser to set it up.');
};
