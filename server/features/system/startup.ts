import type { Startup } from '../../../shared/api/system.ts';
import { AppError } from '../../../shared/errors.ts';
import { ConfigError, type Config } from '../../config/config.ts';
import type { ConfigFile } from '../../config/config-file.ts';
import { configKeys } from '../../config/load.ts';
import { listenProblem } from '../../http/net/listen-problem.ts';
import { ListenError, listenOn } from '../../http/net/listen.ts';
import type { BackupsService } from '../backups/service.ts';
import type { DataDirectoryService } from '../data-directory/service.ts';

export interface StartupService {
  state(): Promise<Startup>;
  /** Throws Conflict if the port cannot be changed or is not available. */
  setPort(port: number): Promise<Startup>;
  /** Throws Conflict while a restart would interrupt something, or could not succeed. */
  restart(): Promise<{ restarting: boolean; port: number }>;
}

/** Settings that apply at the next start, and the restart itself. */
export const createStartupService = ({
  configuration,
  host,
  port,
  restart,
  backups,
  dataDirectory,
}: {
  /** Undefined if it cannot be reloaded. */
  configuration: ConfigFile | undefined;
  /** Address that the server listens on. */
  host: string;
  /** The current port. */
  port: () => number;
  restart: ((port: number) => void) | undefined;
  backups: Pick<BackupsService, 'isRestoring'>;
  dataDirectory: Pick<DataDirectoryService, 'isMoving'>;
}): StartupService => {
  const state = async (): Promise<Startup> => {
    const { config, problem } = await readAgain(configuration);
    const fixed = configuration?.portFixedBy() ?? null;
    const named = config?.server.port ?? 0;
    return {
      port: port(),
      // 0 means any port, so the current one is kept.
      next_port: named === 0 ? port() : (configuration?.nextPort(named) ?? port()),
      can_set_port: configuration !== undefined && fixed === null,
      port_fixed_by: fixed,
      changed: configuration && config ? changedKeys(configuration.started, config) : [],
      problem,
      can_restart: restart !== undefined,
    };
  };

  /** Throws Conflict if the port is not available, before anything is changed. */
  const tryPort = async (wanted: number) => {
    if (wanted === port()) return;
    try {
      const trial = await listenOn(() => undefined, { host, port: wanted, certificate: null });
      await trial.close(0);
    } catch (error) {
      if (!(error instanceof ListenError)) throw error;
      const { message, free_port } = await listenProblem(error, host, wanted);
      throw new AppError('Conflict', message, { details: { free_port }, cause: error });
    }
  };

  return {
    state,
    async setPort(wanted) {
      const { can_set_port, port_fixed_by, problem } = await state();
      if (port_fixed_by !== null) {
        throw new AppError('Conflict', `${port_fixed_by} sets the port. Change it there.`);
      }
      if (configuration === undefined || !can_set_port) {
        throw new AppError('Conflict', 'The port of this server cannot be changed from here.');
      }
      if (problem !== null) throw new AppError('Conflict', problem);
      await tryPort(wanted);
      try {
        await configuration.setPort(wanted);
      } catch (error) {
        const { code = 'unknown error' } = error as NodeJS.ErrnoException;
        throw new AppError(
          'Conflict',
          `The configuration cannot be written (${code}). Check its drive and its permissions.`,
          { cause: error },
        );
      }
      return state();
    },
    async restart() {
      if (restart === undefined) return { restarting: false, port: port() };
      if (backups.isRestoring()) {
        throw new AppError('Conflict', 'A backup is being restored. Wait until that is done.');
      }
      if (dataDirectory.isMoving()) {
        throw new AppError('Conflict', 'The data is being moved. Wait until that is done.');
      }
      const { problem, next_port } = await state();
      if (problem !== null) throw new AppError('Conflict', problem);
      await tryPort(next_port);
      restart(next_port);
      return { restarting: true, port: next_port };
    },
  };
};

/** Returns null with a reason if the file has become invalid. */
const readAgain = async (
  configuration: ConfigFile | undefined,
): Promise<{ config: Config | null; problem: string | null }> => {
  try {
    return { config: (await configuration?.read()) ?? null, problem: null };
  } catch (error) {
    if (error instanceof ConfigError) return { config: null, problem: error.message };
    throw error;
  }
};

const changedKeys = (before: Config, after: Config): string[] =>
  configKeys.filter((key) => valueOf(before, key) !== valueOf(after, key));

const valueOf = (config: Config, key: string): string => {
  const [section, name] = key.split('.') as [keyof Config, string];
  return JSON.stringify((config[section] as Record<string, unknown>)[name]);
};
