import { chmodSync, closeSync, lstatSync, openSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Whether Octavo gives this name to something in a data directory. */
export const isOwnName = (name: string): boolean =>
  /^(octavo\.(db|lock).*|(secrets|location|octavo-move)\.json.*|config\.yaml|thumbnails|covers|backups|cache|restore[.-].*)$/.test(
    name,
  );

/** Said to who may not read or write a data directory. */
export const ofAnotherUser = (dataDir: string, what: 'read' | 'written'): string =>
  `The data directory ${dataDir} cannot be ${what}: it or its folder belongs to another user of this computer. Choose another with --data-dir`;

const folders = /^(thumbnails|covers|backups|cache)$/;
const secret = /^(octavo\.(db|lock)|secrets\.json|location\.json)/;

/**
 * Keeps other users of the computer out of a data directory: it and its folders 0700, what holds secrets 0600. A
 * folder that holds other things too, such as somebody's home, is left as it is. Does nothing on Windows,
 * where the folder inherits that only its user, and administrators, may read it.
 */
export const keepPrivate = (dataDir: string): void => {
  if (process.platform === 'win32') return;
  const names = readdirSync(dataDir);
  // Anything else in it may be shared for a reason.
  if (names.every(isOwnName)) tighten(dataDir, 0o700);
  for (const name of names) {
    if (secret.test(name)) tighten(join(dataDir, name), 0o600);
    if (folders.test(name)) tighten(join(dataDir, name), 0o700);
  }
};

/** Makes an empty file that only its user may read, for SQLite, which would let everybody read. */
export const createPrivateFile = (path: string): void => closeSync(openSync(path, 'a', 0o600));

const tighten = (path: string, mode: number): void => {
  try {
    const stats = lstatSync(path);
    // What another user owns, a volume of a container for instance, is theirs to guard.
    if (stats.isSymbolicLink() || stats.uid !== process.geteuid?.()) return;
    if ((stats.mode & 0o077) !== 0) chmodSync(path, mode);
  } catch {
    // A file system without permissions, such as that of a stick.
  }
};
