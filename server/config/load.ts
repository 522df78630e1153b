import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';

import { parse } from 'yaml';
import { z } from 'zod';

import { ConfigError, defaultConfig, type Config } from './config.ts';

const port = z.coerce.number<string | number>().int().min(0).max(65_535);
const text = z.string().min(1);
const flag = z.union([
  z.boolean(),
  z.enum(['true', 'false']).transform((value) => value === 'true'),
]);
const names = z.union([
  z.array(text),
  z.string().transform((value) =>
    value
      .split(',')
      .map((name) => name.trim())
      .filter(Boolean),
  ),
]);

/** Every key and what it takes, from a file, the environment or a flag. */
const keys = {
  'server.host': text,
  'server.port': port,
  'server.data_dir': text,
  'server.trusted_hosts': names,
  'api.enable_api_docs': flag,
  'api.api_docs_path': z
    .string()
    .regex(/^(?!\/(?:api|assets)(?:\/|$))(?:\/[\w-]+)+$/, 'must be a path such as /docs'),
  'log.level': z.enum(['silent', 'error', 'warn', 'info', 'debug']),
  'tls.cert': text,
  'tls.key': text,
} as const satisfies Record<string, z.ZodType>;

type Key = keyof typeof keys;

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

/**
 * Merges defaults, `config.yaml` of the data directory, the environment (`OCTAVO_SERVER__PORT`, or the
 * neutral `SVC_SERVER__PORT`) and flags; later wins. Throws ConfigError with one line that names the key.
 */
export const loadConfig = (sources: ConfigSources): Config => {
  const { env, flags, dataDir = dataHome(sources) } = sources;
  const fromEnv = environmentValues(env);
  const config = defaultConfig(dataDir);
  const file = join(dataDir, 'config.yaml');
  for (const [key, value] of fileValues(file)) set(config, key, value, file);
  for (const [key, { value, variable }] of fromEnv) set(config, key, value, variable);
  for (const [key, value] of Object.entries(flags)) set(config, key, value, 'the command line');
  config.server.data_dir = dataDir;
  if ((config.tls.cert === null) !== (config.tls.key === null)) {
    throw new ConfigError('tls.cert and tls.key go together: set both or neither');
  }
  return config;
};

const set = (config: Config, key: string, value: unknown, source: string) => {
  const schema = (keys as Record<string, z.ZodType | undefined>)[key];
  if (!schema) {
    throw new ConfigError(
      `Unknown key ${key} in ${source}; known are ${Object.keys(keys).join(', ')}`,
    );
  }
  const result = schema.safeParse(value);
  if (!result.success) {
    const message = result.error.issues[0]?.message ?? 'is invalid';
    throw new ConfigError(`Bad value for ${key} in ${source}: ${message}`);
  }
  const [section, name] = key.split('.') as [keyof Config, string];
  (config[section] as Record<string, unknown>)[name] = result.data;
};

const environmentValues = (env: ConfigSources['env']) => {
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

const fileValues = (file: string): [string, unknown][] => {
  if (!existsSync(file)) return [];
  let content: unknown;
  try {
    content = parse(readFileSync(file, 'utf8'));
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : 'it cannot be read';
    throw new ConfigError(`${file} is not valid YAML: ${reason ?? ''}`);
  }
  if (content === null || content === undefined) return [];
  if (typeof content !== 'object' || Array.isArray(content)) {
    throw new ConfigError(`${file} must hold sections such as server:`);
  }
  return Object.entries(content as Record<string, unknown>).flatMap(([section, values]) => {
    if (typeof values !== 'object' || values === null || Array.isArray(values)) {
      throw new ConfigError(`${section} in ${file} must be a section with keys below it`);
    }
    return Object.entries(values).map(([name, value]): [string, unknown] => [
      `${section}.${name}`,
      value,
    ]);
  });
};

/** Where each system keeps the data of applications. */
const defaultDataDir = (env: ConfigSources['env'], platform: NodeJS.Platform): string => {
  const home = homedir();
  if (platform === 'win32') return join(env.APPDATA ?? join(home, 'AppData', 'Roaming'), 'Octavo');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Octavo');
  const xdg = env.XDG_DATA_HOME;
  return join(xdg && isAbsolute(xdg) ? xdg : join(home, '.local', 'share'), 'octavo');
};

export const configKeys = Object.keys(keys) as Key[];
