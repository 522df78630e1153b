import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';

export interface ConfigSources {
  env: Readonly<Record<string, string | undefined>>;
  /** From the command line, dotted key → value. */
  flags: Readonly<Record<string, string>>;
  platform?: NodeJS.Platform;
  /** Where the data lies, if it was moved away from the folder that the other sources name. */
  dataDir?: string;
}

/** The folder that the sources name for the data, in which a note may say that it lies elsewhere. */
export const dataHome = ({ env, flags, platform = process.platform }: ConfigSources): string =>
  resolve(
    flags['server.data_dir'] ??
      environmentValues(env).get('server.data_dir')?.value ??
      defaultDataDir(env, platform),
  );

/** What the environment says, dotted key → value and the variable that it comes from. */
export const environmentValues = (
  env: ConfigSources['env'],
): Map<string, { value: string; variable: string }> => {
  const values = new Map<string, { value: string; variable: string }>();
  // The neutral prefix first, so that our own wins.
  for (const prefix of ['SVC_', 'OCTAVO_']) {
    for (const [variable, value] of Object.entries(env)) {
      if (value === undefined || !variable.startsWith(prefix) || !variable.includes('__')) continue;
      const key = variable.slice(prefix.length).toLowerCase().replace('__', '.');
      values.set(key, { value, variable });
    }
  }
  return values;
};

/** Where each system keeps the data of applications. */
const defaultDataDir = (env: ConfigSources['env'], platform: NodeJS.Platform): string => {
  const home = homedir();
  if (platform === 'win32') return join(env.APPDATA ?? join(home, 'AppData', 'Roaming'), 'Octavo');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Octavo');
  const xdg = env.XDG_DATA_HOME;
  return join(xdg && isAbsolute(xdg) ? xdg : join(home, '.local', 'share'), 'octavo');
};
