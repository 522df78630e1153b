import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';

import type { Config } from './config.ts';
import { environmentValues, type ConfigSources } from './data-folder.ts';
import { loadConfig } from './load.ts';
import { writeWhole } from './write-whole.ts';

/** What a server was started with, and what its next start would read. */
export interface Configuration {
  started: Config;
  /** Rejects with ConfigError. */
  read(): Promise<Config>;
  /** Where a start with this port in the configuration listens. */
  nextPort(named: number): number;
  /** What names the port before `config.yaml` does, a variable or a flag; null where the file counts. */
  portFixedBy(): string | null;
  /** Writes it into `config.yaml`, whose other lines stay as they are. Throws what the file system throws. */
  setPort(port: number): Promise<void>;
}

/** Reads the configuration of a start. Rejects with ConfigError. */
export const readConfiguration = async (
  sources: ConfigSources & { dataDir: string },
): Promise<Configuration> => {
  const file = join(sources.dataDir, 'config.yaml');
  return {
    started: await loadConfig(sources),
    read: () => loadConfig(sources),
    nextPort: (named) => named,
    portFixedBy: () =>
      'server.port' in sources.flags
        ? '--port'
        : (environmentValues(sources.env).get('server.port')?.variable ?? null),
    async setPort(port) {
      const { default: yaml } = await import('yaml');
      const document = yaml.parseDocument(existsSync(file) ? readFileSync(file, 'utf8') : '');
      document.setIn(['server', 'port'], port);
      replace(file, document.toString());
    },
  };
};

/** The same, listening elsewhere. */
export const atPort = (config: Config, port = config.server.port): Config => ({
  ...config,
  server: { ...config.server, port },
});

/** Where a link leads, it stays one, and who may read it stays the same. */
const replace = (file: string, text: string) => {
  const target = existsSync(file) ? realpathSync(file) : file;
  const mode = statSync(target, { throwIfNoEntry: false })?.mode ?? 0o666;
  writeWhole(target, text, mode & 0o777);
};
