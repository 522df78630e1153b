import { existsSync } from 'node:fs';
import path from 'node:path';

/** The `commands` that are not on `PATH`. */
export const missingCommands = (commands: readonly string[]): string[] => {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  const endings = process.platform === 'win32' ? ['.exe', '.cmd'] : [''];
  const isThere = (command: string) =>
    folders.some((folder) => endings.some((end) => existsSync(path.join(folder, command + end))));
  return commands.filter((command) => !isThere(command));
};
