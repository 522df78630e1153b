import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';

export interface ConfigSources {
  env: Readonly<Record<string, string | undefined>>;
  /** Command-line values, dotted key → value. */
  flags: Readonly<Record<string, string>>;
  platform?: NodeJS.Platform;
  /** The data directory, if it was moved away from the one in the other sources. */
  dataDir?: string;
}

/** The configured data directory; a file in it can redirect to another location. */
export const configuredDataDir = ({
  env,
  flags,
  platform = process.platform,
}: ConfigSources): string =>
  resolve(
    flags['server.data_dir'] ??
      environmentValues(env).get('server.data_dir')?.value ??
      defaultDataDir(env, platform),
  );

/** Values from environment variables: dotted key → value with the variable's name. */
export const environmentValues = (
  env: ConfigSources['env'],
): Map<string, { value: string; variable: string }> => {
  const values = new Map<string, { value: string; variable: string }>();
  // The neutral prefix first, so that our own takes precedence.
  for (const prefix of ['SVC_', 'OCTAVO_']) {
    for (const [variable, value] of Object.entries(env)) {
      if (value === undefined || !variable.startsWith(prefix) || !variable.includes('__')) continue;
      const key = variable.slice(prefix.length).toLowerCase().replace('__', '.');
      values.set(key, { value, variable });
    }
  }
  return values;
};

/** The platform's default folder for application data. */
const defaultDataDir = (env: ConfigSources['env'], platform: NodeJS.Platform): string => {
  const home = homedir();
  if (platform === 'win32') return join(env.APPDATA ?? join(home, 'AppData', 'Roaming'), 'Octavo');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Octavo');
  const xdg = env.XDG_DATA_HOME;
  return join(xdg && isAbsolute(xdg) ? xdg : join(home, '.local', 'share'), 'octavo');
};
