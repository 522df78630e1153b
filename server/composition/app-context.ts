import type { Logger } from 'pino';

import type { EventBus } from '../lib/event-bus.ts';
import type { ShutdownStack } from '../lib/shutdown.ts';
import type { Config } from '../config/config.ts';
import type { Database } from '../database/types.ts';
import type { SettingsService } from '../features/settings/service.ts';
import type { PublicAddress } from '../http/net/public-address.ts';
import type { HostEnvironment } from '../host-environment.ts';
import type { Limits } from '../media/limits.ts';
import type { RequestClock } from '../lib/request-clock.ts';
import type { LateWrite, WriteLock } from '../database/write-lock.ts';
import type { Requester } from '../lib/requester.ts';

/** Folders that no library and no folder of new files can be in. */
export const ownFolders = ({
  settings,
  paths,
}: Pick<AppContext, 'settings' | 'paths'>): string[] => {
  const backups = settings.get('backups.folder') || paths.backups;
  const folders = [paths.data, backups, settings.get('library.bin_folder')];
  return [...new Set(folders.filter((folder) => folder !== ''))];
};

/** Dependencies shared by every part of the server. */
export interface AppContext {
  config: Config;
  host: HostEnvironment;
  database: Database;
  settings: SettingsService;
  /** How clients reach the server, also behind a proxy. */
  publicAddress: PublicAddress;
  /** The current resource limits for one file. */
  limits: () => Limits;
  /** See there. */
  writeLock: WriteLock;
  lateWrite: LateWrite;
  bus: EventBus;
  /** Resources register their disposers here; they run when the server stops. */
  shutdown: ShutdownStack;
  clock: () => Date;
  /** The clock for permanent deletion, which a wrong system clock cannot advance. */
  deletionClock: () => Date;
  log: Logger;
  requestClock: RequestClock;
  requester: Requester;
  paths: {
    data: string;
    database: string;
    thumbnails: string;
    /** Uploaded covers. */
    covers: string;
    /** Cache folder for unpacked archives, emptied at each start. */
    archives: string;
    /** Default folder for backups. */
    backups: string;
  };
}
