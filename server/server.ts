import type { Config } from './config/config.ts';
import type { Host, RunningServer } from './host.ts';

/** Starts the whole API host and resolves when it listens. */
export const startServer = async (_config: Config, _host: Host): Promise<RunningServer> => {
  throw new Error('In work');
};
