import { createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import type { DataExportScope } from '../../shared/api/data-export.ts';
import { type Config, ConfigError } from '../config/config.ts';
import { placeWritten } from '../lib/target-folder.ts';
import { withOwnServer } from './own-server.ts';

/**
 * Writes the data of the household, or of one person, to a new file. Throws ConfigError with one
 * line.
 */
export const exportTo = async (
  config: Config,
  { file, name, scope }: { file: string; name: string; scope: DataExportScope },
  print: (text: string) => void,
): Promise<void> => {
  if (await stat(file).catch(() => null)) throw new ConfigError(`${file} exists already`);
  await withOwnServer(config, name, async (_api, { url, headers }) => {
    const response = await fetch(`${url}/api/v1/data-export?scope=${scope}`, {
      headers: headers(),
    });
    if (!response.ok || response.body === null) {
      const { message } = (await response.json()) as { message: string };
      throw new ConfigError(message);
    }
    // Under another name until it is whole, because nobody could tell that an interrupted one is not.
    const draft = `${file}.partial`;
    await rm(draft, { force: true });
    const body = Readable.fromWeb(response.body);
    await placeWritten(draft, file, () =>
      pipeline(body, createWriteStream(draft, { flags: 'wx', mode: 0o600 })),
    );
  });
  const { size } = await stat(file);
  print(`Wrote ${file} (${size} bytes). README.txt in it explains its contents.`);
};
