import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { z } from 'zod';

import { ConfigError, defaultConfig, type Config } from './config.ts';
import { basePathText, publicAddressText, trustedProxiesText } from './proxy-values.ts';
import { configuredDataDir, environmentValues, type ConfigSources } from './data-folder.ts';

const port = z
  .union(
    [
      z.int(),
      z
        .string()
        .regex(/^\d{1,5}$/)
        .transform(Number),
    ],
    { error: 'must be a number from 0 to 65535' },
  )
  .pipe(z.int().min(0).max(65_535));
const text = z.string().min(1);
const flag = z.union(
  [z.boolean(), z.enum(['true', 'false']).transform((value) => value === 'true')],
  { error: 'must be true or false' },
);
const names = z.union(
  [
    z.array(text),
    z.string().transform((value) =>
      value
        .split(',')
        .map((name) => name.trim())
        .filter(Boolean),
    ),
  ],
  { error: 'must be a list of texts' },
);

/** All keys with their schemas, valid in a file, the environment or a flag. */
const keys = {
  'server.host': text,
  'server.port': port,
  'server.data_dir': text,
  'server.trusted_hosts': names,
  'server.trusted_proxies': names.transform((list) => list.join(', ')).pipe(trustedProxiesText),
  'server.public_address': publicAddressText,
  'server.base_path': basePathText,
  'api.enable_api_docs': flag,
  'api.api_docs_path': z
    .string()
    .regex(/^(?!\/(?:api|assets)(?:\/|$))(?:\/[\w-]+)+$/, 'must be a path such as /docs'),
  'log.level': z.enum(['silent', 'error', 'warn', 'info', 'debug']),
  'tls.cert': text,
  'tls.key': text,
} as const satisfies Record<string, z.ZodType>;

type Key = keyof typeof keys;

/**
 * Merges defaults, `config.yaml` of the data directory, the environment (`OCTAVO_SERVER__PORT`, or
 * the neutral `SVC_SERVER__PORT`) and flags; later ones win. Rejects with a one-line ConfigError
 * that names the key.
 */
export const loadConfig = async (sources: ConfigSources): Promise<Config> => {
  const { env, flags, dataDir = configuredDataDir(sources) } = sources;
  const fromEnv = environmentValues(env);
  const config = defaultConfig(dataDir);
  const file = join(dataDir, 'config.yaml');
  for (const [key, value] of await fileValues(file)) set(config, key, value, file);
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

const fileValues = async (file: string): Promise<[string, unknown][]> => {
  if (!existsSync(file)) return [];
  const { default: yaml } = await import('yaml');
  let content: unknown;
  try {
    content = yaml.parse(readFileSync(file, 'utf8'));
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

export const configKeys = Object.keys(keys) as Key[];
