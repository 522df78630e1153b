import { connectedSources } from '../../shared/api/import-connection.ts';
import { importSources, type Import, type ImportSource } from '../../shared/api/import-record.ts';
import {
  connectImport,
  createImport,
  getImport,
  listImportLines,
  runImport,
  updateImportLine,
} from '../../shared/api/imports.ts';
import { listUsers } from '../../shared/api/users.ts';
import type { Client } from '../../shared/client.ts';
import { type Config, ConfigError } from '../config/config.ts';
import { withOwnServer } from './own-server.ts';

export interface ImportOptions {
  source: string;
  path: string;
  /** Key of the API whose address is given in place of a file. */
  apiKey?: string | undefined;
  /** Name of an admin here, who owns the import. */
  admin: string;
  /** `person=name here`, and `folder there=folder here`. */
  map: readonly string[];
  /** Writes the import; otherwise only the report is made. */
  writes: boolean;
  /** Overwrites what is newer here. */
  prefersSource: boolean;
}

/** Polling interval of work in progress, ms. */
const pollMs = 300;

/**
 * Imports from another program with a server of its own, which no other device can reach. Throws
 * ConfigError with one line.
 */
export const importFrom = async (
  config: Config,
  options: ImportOptions,
  print: (text: string) => void,
): Promise<void> => {
  const source = importSources.find((known) => known === options.source);
  if (!source) throw new ConfigError(`Octavo imports from ${importSources.join(', ')}`);
  await withOwnServer(config, options.admin, (api) => work(api, source, options, print));
};

const work = async (
  api: Client,
  source: ImportSource,
  { path, apiKey, map, writes, prefersSource }: ImportOptions,
  print: (text: string) => void,
): Promise<void> => {
  const { id } = await begin(api, source, path, apiKey);
  const ended = async (): Promise<Import> => {
    for (;;) {
      const now = await api.call(getImport, { params: { id } });
      if (now.status === 'failed') throw new ConfigError(now.error ?? 'The import failed');
      if (now.status === 'ready' || now.status === 'imported') return now;
      await new Promise((resolve) => setTimeout(resolve, pollMs));
    }
  };
  await ended();
  for (const entry of map) {
    await choose(api, id, entry);
    await ended();
  }
  const report = await ended();
  for (const { kind, state, count } of report.counts) print(`${kind}: ${count} ${state}`);
  const query = { kind: 'book', state: 'missing', pageSize: 500 } as const;
  const printMissing = async () => {
    const missing = await api.call(listImportLines, { params: { id }, query });
    for (const { title, detail } of missing.data) print(`not found: ${detail ?? title}`);
  };
  const makesLibraries = report.counts.some(
    ({ kind, state, count }) => kind === 'library' && state === 'new' && count > 0,
  );
  if (makesLibraries) {
    print(
      'The books of new libraries are looked for after their first scan, which the import starts.',
    );
  } else await printMissing();
  if (!writes) {
    print('Nothing was written. Add --yes to import, or go on in the app under Settings › Import.');
    return;
  }
  const prefer = prefersSource ? 'source' : 'newer';
  await api.call(runImport, { params: { id }, body: { prefer } });
  const { counts } = await ended();
  if (makesLibraries) await printMissing();
  const count = counts.reduce((sum, { imported }) => sum + imported, 0);
  print(`Imported ${count} records. It can be undone in the app under Settings › Import.`);
};

/** Reads a file, or a server at an address. */
const begin = async (
  api: Client,
  source: ImportSource,
  path: string,
  apiKey: string | undefined,
): Promise<Import> => {
  if (!/^https?:/i.test(path)) return api.call(createImport, { body: { source, path } });
  const connected = connectedSources.find((known) => known === source);
  if (!connected || apiKey === undefined) {
    throw new ConfigError(
      `With an address, name ${connectedSources.join(' or ')} and a key of its API: --api-key <key>`,
    );
  }
  const credentials = { api_key: apiKey };
  return api.call(connectImport, { body: { source: connected, address: path, credentials } });
};

/** `there=here`: a folder, or a person. */
const choose = async (api: Client, id: string, entry: string): Promise<void> => {
  const [there = '', here = ''] = entry.split('=', 2);
  for (const kind of ['library', 'person'] as const) {
    const { data } = await api.call(listImportLines, {
      params: { id },
      query: { kind, pageSize: 500 },
    });
    const line = data.find(({ title, detail }) => title === there || detail === there);
    if (!line) continue;
    const params = { id, line: line.id };
    const target = kind === 'library' ? here : await idOfPerson(api, here);
    await api.call(updateImportLine, { params, body: { target } });
    return;
  }
  throw new ConfigError(`The import has no library or person ${there}`);
};

const idOfPerson = async (api: Client, name: string): Promise<string> => {
  const { data } = await api.call(listUsers, { query: { pageSize: 500 } });
  const user = data.find(({ username, email }) => username === name || email === name);
  if (!user) throw new ConfigError(`There is nobody named ${name} here`);
  return user.id;
};
