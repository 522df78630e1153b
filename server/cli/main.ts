#!/usr/bin/env node
import '../config/thread-pool.ts';

import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { enableCompileCacheIn } from '../config/compile-cache.ts';
import { ConfigError, type Config } from '../config/config.ts';
import { configuredDataDir, type ConfigSources } from '../config/data-folder.ts';
import { isBuilt } from '../config/resolve-path.ts';
import { readVersion } from '../config/version.ts';
import { storageProblem } from '../database/storage-problem.ts';

// Everything else is imported on demand, after the compile cache is enabled.

const usage = (
  configKeys: readonly string[],
) => `octavo: a library of comics, manga and books for the whole household

Usage
  octavo serve [options]               start the server and print its address
  octavo openapi [--output <file>] [--format json|yaml]
                                       write the OpenAPI document (standard output without --output)
  octavo backup <file>                 copy the database of the data directory to a new file, and check the copy
  octavo check                         check the database of the data directory
  octavo health                        ask the running server whether it works; exit code 1 if it does not
  octavo password <name> [--without-second-factor]
                                       set a new password for a user, typed or from standard input;
                                       on request also turn off codes and remove passkeys
  octavo import <program> <file> --admin <name> [--map <there>=<here>] [--yes] [--prefer-source]
                                       read the data of octavo, komga, codex, kavita, yacreader, calibre, mihon
                                       or a table (csv) and print a report; --yes imports it;
                                       komga can also be an address, with --api-key <key>;
                                       --map names where a library lies now or who a person is here, several times;
                                       Octavo must not run meanwhile
  octavo export <file> --admin <name> | --person <name>
                                       write what the whole household, or one person, put in to a new ZIP file;
                                       Octavo must not run meanwhile
  octavo --version, -v
  octavo --help, -h

Options of serve, backup, check, health, password, import and export
  --data-dir <folder>                  where the database, covers and secrets live
  --host <address>                     address to listen on (default 127.0.0.1)
  --port <number>                      port to listen on (default 4477, 0 picks a free one)
  --trusted-proxies <addresses>        proxies in front of the server: addresses, networks, loopback or private
  --public-address <url>               address that people open, such as https://books.example.org
  --base-path <path>                   path below that address, such as /octavo
  --log-level silent|error|warn|info|debug
Every key can also be set in config.yaml of the data directory or as OCTAVO_SECTION__KEY:
  ${configKeys.join(', ')}
`;

/** An invalid command line; the message is one line. */
class UsageError extends Error {}

const print = (text: string) => void process.stdout.write(`${text}\n`);

const parseCommandLine = (argv: string[]) => {
  try {
    return parseArgs({
      args: argv,
      allowPositionals: true,
      options: {
        'data-dir': { type: 'string' },
        host: { type: 'string' },
        port: { type: 'string' },
        'trusted-proxies': { type: 'string' },
        'public-address': { type: 'string' },
        'base-path': { type: 'string' },
        'log-level': { type: 'string' },
        output: { type: 'string' },
        format: { type: 'string' },
        'without-second-factor': { type: 'boolean' },
        admin: { type: 'string' },
        person: { type: 'string' },
        'api-key': { type: 'string' },
        map: { type: 'string', multiple: true },
        yes: { type: 'boolean' },
        'prefer-source': { type: 'boolean' },
        version: { type: 'boolean', short: 'v' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    // Node goes on with advice that does not fit.
    const problem = /^[^\n]*?(?=\. |\n|$)/.exec(error instanceof Error ? error.message : '')?.[0];
    throw new UsageError(`${problem}; octavo --help lists the options`);
  }
};

type Values = ReturnType<typeof parseCommandLine>['values'];

const sourcesOf = (values: Values): ConfigSources => {
  const given: Record<string, string | undefined> = {
    'server.data_dir': values['data-dir'],
    'server.host': values.host,
    'server.port': values.port,
    'server.trusted_proxies': values['trusted-proxies'],
    'server.public_address': values['public-address'],
    'server.base_path': values['base-path'],
    'log.level': values['log-level'],
  };
  const flags = Object.fromEntries(
    Object.entries(given).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
  return { env: process.env, flags };
};

/** The configuration that a server in the data directory has. */
const configOf = async (values: Values): Promise<Config> => {
  const { dataDirOf } = await import('../data-relocation/location.ts');
  const { loadConfig } = await import('../config/load.ts');
  const sources = sourcesOf(values);
  return loadConfig({ ...sources, dataDir: dataDirOf(configuredDataDir(sources)) });
};

/** Path of the database, for commands that need no server. */
const databaseOf = async (values: Values): Promise<string> =>
  join((await configOf(values)).server.data_dir, 'octavo.db');

const serve = async (values: Values): Promise<void> => {
  const sources = sourcesOf(values);
  if (isBuilt) enableCompileCacheIn(configuredDataDir(sources));
  const { serve: start } = await import('./serve.ts');
  await start(sources, { print, printError });
};

const openapi = async (values: Values) => {
  const format = values.format ?? (values.output?.endsWith('.yaml') ? 'yaml' : 'json');
  if (format !== 'json' && format !== 'yaml') throw new UsageError('--format is json or yaml');
  const { openApiDocument } = await import('../http/openapi/openapi.ts');
  const { default: yaml } = await import('yaml');
  const document = openApiDocument(readVersion());
  const text =
    format === 'yaml'
      ? yaml.stringify(document, { aliasDuplicateObjects: false })
      : `${JSON.stringify(document, null, 2)}\n`;
  if (values.output === undefined) process.stdout.write(text);
  else writeFileSync(values.output, text);
};

const backup = async (values: Values, target: string | undefined) => {
  if (target === undefined) throw new UsageError('Name the file to write: octavo backup <file>');
  const { backupDatabase } = await import('../database/maintenance.ts');
  const size = backupDatabase(await databaseOf(values), target);
  print(`Wrote ${target} (${size} bytes), checked`);
};

const check = async (values: Values) => {
  const { checkDatabase } = await import('../database/maintenance.ts');
  const file = await databaseOf(values);
  const problems = checkDatabase(file);
  if (problems.length > 0) throw new ConfigError(`${file} is damaged: ${problems.join('; ')}`);
  print(`${file} is in order`);
};

const health = async (values: Values) => {
  const { readHealth } = await import('./health.ts');
  const { url, isHealthy, status } = await readHealth(await configOf(values));
  print(`${url}: ${status}`);
  if (!isHealthy) process.exitCode = 1;
};

const password = async (values: Values, name: string | undefined) => {
  if (name === undefined) throw new UsageError('Name the user: octavo password <name>');
  const { resetPassword } = await import('./reset-password.ts');
  const withoutSecondFactor = values['without-second-factor'] ?? false;
  const user = await resetPassword(await databaseOf(values), name, { withoutSecondFactor });
  print(`${user.username} has a new password and is signed out everywhere`);
  if (withoutSecondFactor) print('Signing in asks for no code, and all passkeys are removed');
  else if (user.second_factor) {
    print('Signing in still asks for a code; --without-second-factor turns that off');
  }
};

const importData = async (values: Values, [source, path]: readonly string[]) => {
  if (source === undefined || path === undefined || values.admin === undefined) {
    throw new UsageError(
      'Name the program, its file and an admin: octavo import <program> <file> --admin <name>',
    );
  }
  const { importFrom } = await import('./import.ts');
  const options = {
    ...{ source, admin: values.admin, map: values.map ?? [], apiKey: values['api-key'] },
    path: /^https?:/i.test(path) ? path : resolve(path),
    ...{ writes: values.yes ?? false, prefersSource: values['prefer-source'] ?? false },
  };
  await importFrom(await configOf(values), options, print);
};

const exportData = async (values: Values, file: string | undefined) => {
  const name = values.admin ?? values.person;
  if (file === undefined || name === undefined) {
    throw new UsageError(
      'Name the file to write and an admin: octavo export <file> --admin <name>',
    );
  }
  const { exportTo } = await import('./export.ts');
  const scope = values.admin === undefined ? 'me' : 'household';
  await exportTo(await configOf(values), { file: resolve(file), name, scope }, print);
};

/** Number of values that can follow each command. */
const valuesOf: Partial<Record<string, number>> = {
  ...{ serve: 0, openapi: 0, check: 0, health: 0 },
  ...{ backup: 1, export: 1, password: 1, import: 2 },
};

const run = async (argv: string[]): Promise<void> => {
  const { values, positionals } = parseCommandLine(argv);
  const [named, ...rest] = positionals;
  const command = values.version ? 'version' : values.help ? 'help' : named;
  const extra = rest[valuesOf[command ?? ''] ?? rest.length];
  // If it was ignored, a folder after serve would mean a new, empty library elsewhere.
  if (extra !== undefined)
    throw new UsageError(`Unexpected ${extra} after ${command}; octavo --help lists the options`);
  switch (command) {
    case 'version':
      print(readVersion());
      return;
    case 'help':
      print(usage((await import('../config/load.ts')).configKeys));
      return;
    case 'serve':
      return serve(values);
    case 'openapi':
      return openapi(values);
    case 'backup':
      return backup(values, rest[0]);
    case 'check':
      return check(values);
    case 'health':
      return health(values);
    case 'import':
      return importData(values, rest);
    case 'export':
      return exportData(values, rest[0]);
    case 'password':
      return password(values, rest[0]);
    default:
      throw new UsageError(
        command === undefined
          ? 'Name a command; octavo --help lists them'
          : `Unknown command ${command}; octavo --help lists them`,
      );
  }
};

// A reader that closes the pipe early (`| head`) is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  process.exit(error.code === 'EPIPE' ? 0 : 1);
});

/** Prints one line for errors that the user can resolve; a stack trace for all others. */
const printError = (error: unknown): void => {
  const expected = error instanceof UsageError || error instanceof ConfigError;
  const { name, message, stack, code }: NodeJS.ErrnoException =
    error instanceof Error ? error : new Error(String(error));
  const named = ['DatabaseError', 'ListenError'].includes(name);
  // System errors already describe a file problem in one line.
  const isOfSystem = typeof code === 'string' && /^E[A-Z]+$/.test(code);
  const text =
    storageProblem(error) ?? (expected || named || isOfSystem ? message : (stack ?? message));
  process.stderr.write(`octavo: ${text}\n`);
};

try {
  await run(process.argv.slice(2));
} catch (error) {
  printError(error);
  process.exitCode = 1;
}
