import { join } from 'node:path';

/** The location of a book: its library's folder, and the relative folder path separated by `/`. */
interface SeriesLocation {
  library_path: string;
  path: string;
}

/**
 * The innermost folder that contains all of the books. If that is the library's own folder, which
 * contains much else, returns the first book; null without books.
 */
export const folderOf = (locations: readonly SeriesLocation[]): string | null => {
  const [first, ...others] = locations;
  if (!first) return null;
  const folders = ({ path }: SeriesLocation) => path.split('/').slice(0, -1);
  const common = others.reduce((names, location) => {
    const own = folders(location);
    const end = names.findIndex((name, index) => own[index] !== name);
    return end === -1 ? names : names.slice(0, end);
  }, folders(first));
  return join(first.library_path, ...(common.length === 0 ? first.path.split('/') : common));
};
