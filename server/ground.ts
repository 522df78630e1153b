import type { Logger } from 'pino';

import type { Bus } from './bus.ts';
import type { Cleanup } from './cleanup.ts';
import type { Config } from './config/config.ts';
import type { Database } from './database/database.ts';
import type { SettingsService } from './features/settings/service.ts';
import type { Host } from './host.ts';
import type { Limits } from './media/limits.ts';

/** What every part of the server stands on. */
export interface Ground {
  config: Config;
  host: Host;
  database: Database;
  settings: SettingsService;
  /** What may be read of one file, at this moment. */
  limits: () => Limits;
  bus: Bus;
  /** What is taken is registered here, to be given back when the server stops. */
  cleanup: Cleanup;
  clock: () => Date;
  log: Logger;
  paths: {
    data: string;
    database: string;
    thumbnails: string;
    /** Archives that were unpacked, emptied at each start. */
    archives: string;
    /** Where backups go if no other folder is chosen. */
    backups: string;
  };
}
