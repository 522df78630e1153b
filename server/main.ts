#!/usr/bin/env node
import './config/thread-pool.ts';

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { keepCompiledCode } from './config/compiled-code.ts';
import { ConfigError } from './config/config.ts';
import { dataHome, type ConfigSources } from './config/data-folder.ts';
import { isBuilt } from './config/places.ts';
import { readVersion } from './config/version.ts';

// The rest is imported when a command asks for it, once compiled code is kept.

const usage = (
  configKeys: readonly string[],
) => `octavo: a library of comics, manga and books for the whole household

Usage
  octavo serve [options]               start the server and print its address
  octavo openapi [--output <file>] [--format json|yaml]
                                       write the OpenAPI document (standard output without --output)
  octavo backup <file>                 copy the database of the data directory to a new file, and check the copy
  octavo check                         check the database of the data directory
  octavo --version
  octavo --help

Options of serve, backup and check
  --data-dir <folder>                  where the database, covers and secrets live
  --host <address>                     address to listen on (default 127.0.0.1)
  --port <number>                      port to listen on (default 4477, 0 picks a free one)
  --log-level silent|error|warn|info|debug
Every key can also be set in config.yaml of the data directory or as OCTAVO_SECTION__KEY:
  ${configKeys.join(', ')}
`;

/** A mistake in the command line; the message is one line. */
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
        'log-level': { type: 'string' },
        output: { type: 'string' },
        format: { type: 'string' },
        version: { type: 'boolean' },
        help: { type: 'boolean' },
      },
    });
  } catch (error) {
    throw new UsageError(
      error instanceof Error ? (error.message.split('\n')[0] ?? '') : 'Unknown option',
    );
  }
};

type Values = ReturnType<typeof parseCommandLine>['values'];

const sourcesOf = (values: Values): ConfigSources => {
  const given: Record<string, string | undefined> = {
    'server.data_dir': values['data-dir'],
    'server.host': values.host,
    'server.port': values.port,
    'log.level': values['log-level'],
  };
  const flags = Object.fromEntries(
    Object.entries(given).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
  return { env: process.env, flags };
};

/** The database of commands that need no server. */
const databaseOf = async (values: Values): Promise<string> => {
  const { dataDirOf } = await import('./data-home/location.ts');
  const { loadConfig } = await import('./config/load.ts');
  const sources = sourcesOf(values);
  const { server } = await loadConfig({ ...sources, dataDir: dataDirOf(dataHome(sources)) });
  return join(server.data_dir, 'octavo.db');
};

const serve = async (values: Values): Promise<void> => {
  const sources = sourcesOf(values);
  if (isBuilt) keepCompiledCode(dataHome(sources));
  const { serve: start } = await import('./serve.ts');
  await start(sources, { print, explain });
};

const openapi = async (values: Values) => {
  const format = values.format ?? (values.output?.endsWith('.yaml') ? 'yaml' : 'json');
  if (format !== 'json' && format !== 'yaml') throw new UsageError('--format is json or yaml');
  const { openApiDocument } = await import('./http/openapi.ts');
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
  const { backupDatabase } = await import('./database/maintenance.ts');
  const size = await backupDatabase(await databaseOf(values), target);
  print(`Wrote ${target} (${size} bytes), checked`);
};

const check = async (values: Values) => {
  const { checkDatabase } = await import('./database/maintenance.ts');
  const file = await databaseOf(values);
  const problems = checkDatabase(file);
  if (problems.length > 0) throw new ConfigError(`${file} is damaged: ${problems.join('; ')}`);
  print(`${file} is in order`);
};

const run = async (argv: string[]): Promise<void> => {
  const { values, positionals } = parseCommandLine(argv);
  const [command, ...rest] = positionals;
  switch (values.version ? 'version' : values.help ? 'help' : command) {
    case 'version':
      print(readVersion());
      return;
    case 'help':
      print(usage((await import('./config/load.ts')).configKeys));
      return;
    case 'serve':
      return serve(values);
    case 'openapi':
      return openapi(values);
    case 'backup':
      return backup(values, rest[0]);
    case 'check':
      return check(values);
    default:
      throw new UsageError(
        command === undefined
          ? 'Name a command; octavo --help lists them'
          : `Unknown command ${command}; octavo --help lists them`,
      );
  }
};

// A reader that has seen enough (`| head`) is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  process.exit(error.code === 'EPIPE' ? 0 : 1);
});

/** What the person can mend is one line; a stack only for what they cannot. */
const explain = (error: unknown): void => {
  const expected = error instanceof UsageError || error instanceof ConfigError;
  const named = error instanceof Error && ['DatabaseError', 'ListenError'].includes(error.name);
  const text =
    error instanceof Error
      ? expected || named
        ? error.message
        : (error.stack ?? error.message)
      : String(error);
  process.stderr.write(`octavo: ${text}\n`);
};

try {
  await run(process.argv.slice(2));
} catch (error) {
  explain(error);
  process.exitCode = 1;
}
