import { existsSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Upwards from here, because sources and the files of a build lie at different depths. */
const folderOfPackage = (from: string): string =>
  existsSync(join(from, 'package.json')) ? from : folderOfPackage(dirname(from));

/** The folder of our package.json: the repository, or the archive of the packed app. */
export const packageRoot = folderOfPackage(import.meta.dirname);

/** Of this file: .ts when the sources run as they are, .js when they were built. */
const ending = extname(import.meta.filename);
export const isBuilt = ending === '.js';

/** Where a part lies that the repository has as `part`: there, or below dist/ when built. */
export const placeOf = (part: string): string => join(packageRoot, isBuilt ? 'dist' : '', part);

/** The program of a thread by its file without the ending, such as `server/reads/worker`. */
export const programOf = (name: string): URL => pathToFileURL(placeOf(name + ending));
