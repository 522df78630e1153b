import { dirname, extname, posix } from 'node:path';

import {
  defaultPattern,
  parsePattern,
  type PatternName,
  type PatternPart,
} from '../../../shared/file-name-pattern.ts';
import { firstYear } from '../../media/filename-parser/read-name.ts';
import { isJunkName } from '../../paths/junk-names.ts';
import { truncateFileName } from '../../paths/truncate-file-name.ts';
import { isOddOnWindows } from '../../paths/windows-names.ts';

/** Values of the placeholders; null is empty. */
export interface NamedValues extends Record<
  Exclude<PatternName, 'number' | 'volume' | 'chapter' | 'year'>,
  string | null
> {
  number: number | null;
  volume: number | null;
  chapter: number | null;
  year: number | null;
}

/** `1.5` with three digits is `001.5`. */
const padded = (value: number, digits: number): string => {
  const [whole = '', ...fraction] = String(value).split('.');
  return [whole.padStart(digits, '0'), ...fraction].join('.');
};

/** A value as part of a file name, without characters that titles can contain and file names cannot. */
const plain = (text: string): string =>
  text
    .replace(/\s*:\s+/g, ' - ')
    .replace(/[/\\:]/g, '-')
    .trim();

const valueOf = (values: NamedValues, name: PatternName, digits: number): string => {
  const value = values[name];
  if (value === null) return '';
  if (typeof value === 'string') return plain(value);
  // A book of a volume has no number of its own.
  if (name === 'number' && values.chapter === null && value === values.volume) return '';
  if (name === 'volume' && value >= firstYear) return '';
  return padded(value, digits);
};

const render = (parts: readonly PatternPart[], values: NamedValues): string =>
  parts
    .map((part) => {
      if ('text' in part) return part.text;
      if ('name' in part) return valueOf(values, part.name, part.digits);
      const names = part.optional.flatMap((inner) => ('name' in inner ? [inner] : []));
      const isEmpty = names.some(({ name, digits }) => valueOf(values, name, digits) === '');
      return isEmpty ? '' : render(part.optional, values);
    })
    .join('');

/** A name that is valid on every system and not hidden, because scans skip hidden files. */
const safeName = (text: string, fallback: string): string => {
  const name = text
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cs}<>:"|?*\\/]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '');
  if (name === '') return fallback;
  return isOddOnWindows(name) || isJunkName(name) ? `${name}_` : name;
};

/** The folders of a new series and the file name, by the pattern of the library. */
export const nameByPattern = (
  pattern: string,
  values: NamedValues,
  { extension, original }: { extension: string; original: string },
): { folder: string; name: string } => {
  const parts = parsePattern(pattern === '' ? defaultPattern : pattern) ?? [];
  const segments = render(parts, values).split('/');
  // Without a number and a title, only the original name distinguishes two files.
  const isPlain = values.number === null && values.title === null;
  const stem = isPlain ? original : (segments.at(-1) ?? '');
  const folders = segments.slice(0, -1).map((segment) => truncateFileName(safeName(segment, '_')));
  return {
    folder: folders.join('/'),
    name: truncateFileName(`${safeName(stem, safeName(original, 'Book'))}${extension}`),
  };
};

/** The path of a file with another extension, beside the one that it replaces. */
export const besideWith = (path: string, extension: string): string => {
  const folder = dirname(path);
  const stem = posix.basename(path, extname(path));
  return posix.join(folder === '.' ? '' : folder, `${stem}${extension}`);
};
