import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { configuredDataDir, type ConfigSources } from '../config/data-folder.ts';
import { createFileSecrets } from '../config/file-secrets.ts';
import { atPort, readConfigFile } from '../config/config-file.ts';
import { packageRoot } from '../config/resolve-path.ts';
import { readVersion } from '../config/version.ts';
import { startInDataDir } from '../data-relocation/start-in-data-dir.ts';
import { endProcess } from '../lib/end-process.ts';
import { startRestartable, type StartServer } from '../composition/restartable-server.ts';
import { startServer } from '../composition/server.ts';

interface CliOutput {
  print(text: string): void;
  /** Prints the error of a failed restart. */
  printError(error: unknown): void;
}

/**
 * `octavo serve`: runs the server until a signal, and restarts it within the process on request.
 */
export const serve = async (
  sources: ConfigSources,
  { print, printError }: CliOutput,
): Promise<void> => {
  const home = configuredDataDir(sources);
  const built = join(packageRoot, 'dist/renderer');
  let address = '';
  const webRoot = existsSync(join(built, 'assets')) ? built : null;
  const start: StartServer = (restart, port, previousPort) =>
    startInDataDir(home, async (dataDir) => {
      const configuration = await readConfigFile({ ...sources, dataDir });
      const secrets = createFileSecrets(join(dataDir, 'secrets.json'));
      return startServer(atPort(configuration.started, port), {
        ...{ kind: 'headless', secrets, webRoot, restart, configuredDataDir: home },
        ...{ configuration, previousPort },
      });
    });
  const server = await startRestartable({
    start,
    onPortFallback: printError,
    onRestarted: ({ url }) => {
      if (url !== address) print(`Octavo serves ${url} now`);
      address = url;
    },
    onRestartFailed: (error) => {
      printError(error);
      process.exit(1);
    },
  });
  const stop = (signal: NodeJS.Signals) => {
    // A second signal exits immediately.
    process.once(signal, () => void endProcess(false));
    server.stop().then(endProcess, () => endProcess(false));
  };
  // Windows ends a process 10 seconds after its console was closed, which is SIGHUP there too.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop);
  // A supervisor that reads this line can stop the server at once, so it comes last.
  const { url, control } = server.current();
  address = url;
  print(`Octavo ${readVersion()} serves ${url}`);
  if (control.setupRequired()) {
    print(
      'Open that address in a browser to set it up. Its first visitor becomes the administrator.',
    );
  }
};
