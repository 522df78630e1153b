import { hash } from 'node:crypto';
import { join } from 'node:path';

/** The ending of the files of uploaded covers. */
export const uploadEnding = '.webp';

/** The name of an uploaded cover, among those of the same owner: 16 hexadecimal digits of its hash. */
export const uploadOf = (image: Uint8Array): string => hash('sha256', image).slice(0, 16);

/** The folder of an owner's covers, among those of other owners. */
export const uploadFolder = (dir: string, id: string): string => join(dir, id.slice(-2));

export const uploadPath = (dir: string, id: string, upload: string): string =>
  join(uploadFolder(dir, id), `${id}-${upload}${uploadEnding}`);
