import { existsSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Searches upwards, because sources and built files have different depths. */
const folderOfPackage = (from: string): string =>
  existsSync(join(from, 'package.json')) ? from : folderOfPackage(dirname(from));

/** The folder of our package.json: the repository, or the archive of the packaged app. */
export const packageRoot = folderOfPackage(import.meta.dirname);

/** The extension of this file: .ts when running from source, .js when built. */
const ending = extname(import.meta.filename);
export const isBuilt = ending === '.js';

/** Path of a part of the repository: in place, or below dist/ when built. */
export const builtPath = (part: string): string => join(packageRoot, isBuilt ? 'dist' : '', part);

/** URL of a worker module by its path without extension, such as `server/query-worker/worker`. */
export const workerUrl = (name: string): URL => pathToFileURL(builtPath(name + ending));
