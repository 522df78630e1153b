import type { ArchiveEntry } from '../formats/archive-entries.ts';
import { MediaError } from '../media-error.ts';

/** A file in an archive, as listed by 7-Zip. */
export interface ListedEntry extends ArchiveEntry {
  /** The name as printed by 7-Zip, used to select the file. */
  label: string;
  /** 0 if the archive has none. */
  crc32: number;
  /** Whether it can be unpacked only after those before it. */
  solid: boolean;
  /** Maximum memory for unpacking, bytes. */
  memory: number;
  /** Whether it starts in the previous volume, or continues in the next. */
  split: { before: boolean; after: boolean };
}

/** Parses lines of `Name = value`; 7-Zip prints names and comments without their line breaks. */
const fieldsOf = (block: string): Map<string, string> => {
  const fields = new Map<string, string>();
  for (const line of block.split('\n')) {
    const separator = line.indexOf(' = ');
    const name = separator < 0 ? line.replace(/ =\s*$/, '') : line.slice(0, separator);
    if (!fields.has(name))
      fields.set(name, separator < 0 ? '' : line.slice(separator + 3).replace(/\r$/, ''));
  }
  return fields;
};

const units: Record<string, number> = { k: 2 ** 10, m: 2 ** 20, g: 2 ** 30 };

/**
 * Dictionary size in a method such as `LZMA2:192k`, `LZMA:24` (a power of 2), `v6:m3:32M` or
 * `PPMD:o6:mem26`.
 */
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
  // 7z: the files of a block form one stream.
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

/** Maximum characters of one file's listing; a TAR can contain a name of many megabytes. */
const maxBlock = 128 * 1024;

/**
 * A streaming parser of the output of `7zz l -slt -ba`; `push` returns the completed entries.
 * Throws MediaError.
 */
export const createListingParser = (): { push: (text: string) => ListedEntry[] } => {
  const blocks = new Set<string>();
  let rest = '';
  return {
    push: (text) => {
      const parts = (rest + text).replaceAll('\r\n', '\n').split('\n\n');
      rest = parts.pop() ?? '';
      if (rest.length > maxBlock) {
        throw new MediaError('damaged', 'The archive contains a file whose name is far too long.');
      }
      return parts.map((part) => toEntry(part, blocks)).filter((entry) => entry !== null);
    },
  };
};
