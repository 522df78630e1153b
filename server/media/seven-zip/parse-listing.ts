import type { ArchiveEntry } from '../formats/archive-entries.ts';
import { MediaError } from '../media-error.ts';

/** A file in an archive as 7-Zip lists it. */
export interface ListedEntry extends ArchiveEntry {
  /** The name as 7-Zip writes it, by which it finds the file again. */
  label: string;
  /** 0 where the archive has none. */
  crc32: number;
  /** Whether it can be unpacked only after those before it. */
  solid: boolean;
  /** What unpacking it may take at most, bytes. */
  memory: number;
  /** Whether it begins in the part before this one, or ends in the next. */
  split: { before: boolean; after: boolean };
}

/** `Name = value` a line; 7-Zip writes no line break that a name or a comment brings along. */
const fieldsOf = (block: string): Map<string, string> => {
  const fields = new Map<string, string>();
  for (const line of block.split('\n')) {
    const at = line.indexOf(' = ');
    const name = at < 0 ? line.replace(/ =\s*$/, '') : line.slice(0, at);
    if (!fields.has(name)) fields.set(name, at < 0 ? '' : line.slice(at + 3).replace(/\r$/, ''));
  }
  return fields;
};

const units: Record<string, number> = { k: 2 ** 10, m: 2 ** 20, g: 2 ** 30 };

/** The dictionary in a method like `LZMA2:192k`, `LZMA:24` (a power of 2), `v6:m3:32M` or `PPMD:o6:mem26`. */
const memoryOf = (method: string): number => {
  const sizes = [...method.matchAll(/(?:LZMA2?:|v\d:m\d:|mem)(\d+)([kmg]?)/gi)].map(
    ([, digits, unit = '']) => {
      const factor = units[unit.toLowerCase()];
      return factor === undefined ? 2 ** Number(digits) : Number(digits) * factor;
    },
  );
  return Math.max(0, ...sizes);
};

const isLink = (fields: Map<string, string>): boolean =>
  Boolean(fields.get('Symbolic Link') ?? '') ||
  Boolean(fields.get('Hard Link') ?? '') ||
  / l[rwxsStT-]{9}$/.test(fields.get('Attributes') ?? '');

const toEntry = (block: string, blocks: Set<string>): ListedEntry | null => {
  const fields = fieldsOf(block);
  const label = fields.get('Path');
  if (label === undefined) return null;
  // 7z: files of one block follow each other in one stream.
  const stream = fields.get('Block') ?? '';
  const solid = fields.get('Solid') === '+' || (stream !== '' && blocks.has(stream));
  blocks.add(stream);
  return {
    label,
    name: label.replaceAll('\\', '/'),
    size: Number(fields.get('Size') ?? 0),
    crc32: Number.parseInt(fields.get('CRC') || '0', 16),
    encrypted: fields.get('Encrypted') === '+',
    directory: fields.get('Folder') === '+' || /^D/.test(fields.get('Attributes') ?? ''),
    symlink: isLink(fields),
    solid,
    memory: memoryOf(fields.get('Method') ?? ''),
    split: { before: fields.get('Split Before') === '+', after: fields.get('Split After') === '+' },
  };
};

/** What 7-Zip says of one file, characters; a TAR may bring a name of many megabytes. */
const maxBlock = 128 * 1024;

/** Takes the output of `7zz l -slt -ba` as it comes and gives the entries that are complete. Throws MediaError. */
export const createListingParser = (): { push: (text: string) => ListedEntry[] } => {
  const blocks = new Set<string>();
  let rest = '';
  return {
    push: (text) => {
      const parts = (rest + text).replaceAll('\r\n', '\n').split('\n\n');
      rest = parts.pop() ?? '';
      if (rest.length > maxBlock) {
        throw new MediaError('damaged', 'The archive holds a file whose name is far too long.');
      }
      return parts.map((part) => toEntry(part, blocks)).filter((entry) => entry !== null);
    },
  };
};
