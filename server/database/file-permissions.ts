import { chmodSync, closeSync, lstatSync, openSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Whether Octavo uses this name in a data directory. */
export const isOctavoFile = (name: string): boolean =>
  /^(octavo\.(db|lock).*|(secrets|location|octavo-move)\.json.*|config\.yaml|thumbnails|covers|backups|cache|restore[.-].*)$/.test(
    name,
  );

/** The message for missing read or write permission on a data directory. */
export const ownedByAnotherUser = (dataDir: string, what: 'read' | 'written'): string =>
  `The data directory ${dataDir} cannot be ${what}: it or its folder belongs to another user of this computer. Choose another with --data-dir`;

const folders = /^(thumbnails|covers|backups|cache)$/;
const secret = /^(octavo\.(db|lock)|secrets\.json|location\.json)/;

/**
 * Restricts a data directory to its user: 0700 for it and its folders, 0600 for files with secrets.
 * A folder that also contains other things, such as a home directory, is left unchanged. Does
 * nothing on Windows, where the folder inherits access for its user and administrators only.
 */
export const restrictToOwner = (dataDir: string): void => {
  if (process.platform === 'win32') return;
  const names = readdirSync(dataDir);
  // Other contents can be shared intentionally.
  if (names.every(isOctavoFile)) restrictMode(dataDir, 0o700);
  for (const name of names) {
    if (secret.test(name)) restrictMode(join(dataDir, name), 0o600);
    if (folders.test(name)) restrictMode(join(dataDir, name), 0o700);
  }
};

/** Creates an empty file with mode 0600, because SQLite would make it world-readable. */
export const createPrivateFile = (path: string): void => closeSync(openSync(path, 'a', 0o600));

const restrictMode = (path: string, mode: number): void => {
  try {
    const stats = lstatSync(path);
    // Files of another user, for instance in a container volume, are that user's responsibility.
    if (stats.isSymbolicLink() || stats.uid !== process.geteuid?.()) return;
    if ((stats.mode & 0o077) !== 0) chmodSync(path, mode);
  } catch {
    // File systems without permissions, such as that of a USB stick.
  }
};
