import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Written by the build of the web app: the files that a page needs besides those of Home. */
interface Preloads {
  /** By language. */
  texts: Record<'first' | Group, Record<string, string[]>>;
  /** By path, in which `*` is any one segment. */
  pages: Record<Group, Record<string, string[]>>;
}

/** The texts that a page needs besides those of Home: of the pages about books, or of all. */
const groups = ['book', 'lazy'] as const;
type Group = (typeof groups)[number];

/**
 * Links that let the browser request the code and texts of a page together with those of the app,
 * with relative addresses. Empty without a build.
 */
export const preloadLinks = async (
  root: string,
  path: string,
  language: string,
): Promise<string> => {
  const text = await readFile(join(root, 'preloads.json'), 'utf8').catch(() => null);
  if (text === null) return '';
  const { texts, pages } = JSON.parse(text) as Preloads;
  const spoken = language.slice(0, 2) in texts.first ? language.slice(0, 2) : 'en';
  const files = [texts.first[spoken]];
  for (const group of groups) {
    const page = Object.entries(pages[group]).find(([pattern]) => matches(pattern, path));
    if (page !== undefined) files.push(page[1], texts[group][spoken]);
  }
  return [...new Set(files.flatMap((list) => list ?? []))]
    .map((file) =>
      file.endsWith('.css')
        ? `<link rel="preload" as="style" crossorigin href="./${file}">`
        : `<link rel="modulepreload" crossorigin href="./${file}">`,
    )
    .join('');
};

const matches = (pattern: string, path: string): boolean => {
  const [wanted, given] = [pattern.split('/'), path.split('/')];
  return (
    wanted.length === given.length &&
    wanted.every(
      (segment, index) => segment === given[index] || (segment === '*' && given[index] !== ''),
    )
  );
};
