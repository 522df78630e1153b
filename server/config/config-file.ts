import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';

import type { Config } from './config.ts';
import { environmentValues, type ConfigSources } from './data-folder.ts';
import { loadConfig } from './load.ts';
import { writeFileAtomic } from '../lib/write-file-atomic.ts';

/** The configuration at startup, and access to that of the next start. */
export interface ConfigFile {
  started: Config;
  /** Rejects with ConfigError. */
  read(): Promise<Config>;
  /** The port on which a start with this configured port listens. */
  nextPort(named: number): number;
  /**
   * The environment variable or flag that overrides the port in `config.yaml`; null if none does.
   */
  portFixedBy(): string | null;
  /** Writes the port into `config.yaml`, preserving other lines. Throws file system errors. */
  setPort(port: number): Promise<void>;
}

/** Reads the configuration of a start. Rejects with ConfigError. */
export const readConfigFile = async (
  sources: ConfigSources & { dataDir: string },
): Promise<ConfigFile> => {
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

/** The same configuration with another port. */
export const atPort = (config: Config, port = config.server.port): Config => ({
  ...config,
  server: { ...config.server, port },
});

/** Preserves a symlink and the file's permissions. */
const replace = (file: string, text: string) => {
  const target = existsSync(file) ? realpathSync(file) : file;
  const mode = statSync(target, { throwIfNoEntry: false })?.mode ?? 0o666;
  writeFileAtomic(target, text, mode & 0o777);
};
