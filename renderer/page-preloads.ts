import path from 'node:path';

import type { Plugin, Rolldown } from 'vite';

import type { Language } from '../shared/languages.ts';

/** Pages whose code the browser requests beside that of the app, by their texts; `*` is any one segment. */
const pages = {
  book: {
    '/health': 'features/health/health-page.tsx',
    '/library/*': 'features/library/view/library-page.tsx',
    '/library/*/organise': 'features/organise/organise-page.tsx',
    '/search': 'features/search/search-page.tsx',
    '/series/*': 'features/series/series-page.tsx',
    '/book/*': 'features/book/book-page.tsx',
    '/read/*': 'features/book/read-route.tsx',
    '/duplicates': 'features/duplicates/duplicates-page.tsx',
  },
  lazy: {
    '/trash': 'features/trash/trash-page.tsx',
    '/stats': 'features/stats/stats-page.tsx',
    '/sign-in': 'features/sign-in/sign-in-page.tsx',
  },
};

/** Texts by language: of the first page, of those about books, and of all. */
const texts: Record<'first' | keyof typeof pages, Record<Language, string>> = {
  first: { en: 'locales/first-english.ts', de: 'locales/first-german.ts' },
  book: { en: 'locales/book-english.ts', de: 'locales/book-german.ts' },
  lazy: { en: 'locales/lazy-english.ts', de: 'locales/lazy-german.ts' },
};

const source = path.join(import.meta.dirname, 'src');

/**
 * Writes `preloads.json`, from which the server names the files of a page to the browser. Without it they are
 * requested only when the app has started.
 */
export const pagePreloads = (): Plugin => ({
  name: 'page preloads',
  apply: 'build',
  generateBundle(_, bundle) {
    const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
    const circle = circleAmong(chunks);
    if (circle.length > 0) this.error(`Chunks import each other: ${circle.join(', ')}`);
    const initial = closure(
      bundle,
      chunks.filter(({ isEntry }) => isEntry),
    );
    const filesOf = (module: string): string[] => {
      const id = path.join(source, module);
      const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId === id);
      if (chunk === undefined) throw new Error(`${module} has no chunk of its own`);
      return [...closure(bundle, [chunk])].filter((file) => !initial.has(file));
    };
    const all = <Name extends string>(modules: Record<Name, string>) =>
      Object.fromEntries(
        Object.entries<string>(modules).map(([name, module]) => [name, filesOf(module)]),
      );
    this.emitFile({
      type: 'asset',
      fileName: 'preloads.json',
      source: JSON.stringify({
        texts: { first: all(texts.first), book: all(texts.book), lazy: all(texts.lazy) },
        pages: { book: all(pages.book), lazy: all(pages.lazy) },
      }),
    });
  },
});

/** The files of these chunks and of all that they import. */
const closure = (
  bundle: Rolldown.OutputBundle,
  chunks: readonly Rolldown.OutputChunk[],
): ReadonlySet<string> => {
  const files = new Set<string>();
  const add = (chunk: Rolldown.OutputChunk): void => {
    if (files.has(chunk.fileName)) return;
    files.add(chunk.fileName);
    for (const css of chunk.viteMetadata?.importedCss ?? []) files.add(css);
    for (const imported of chunk.imports) {
      const next = bundle[imported];
      if (next?.type === 'chunk') add(next);
    }
  };
  chunks.forEach(add);
  return files;
};

/**
 * Chunks that import each other, perhaps through others: one of them would run while what it imports is
 * still empty.
 */
const circleAmong = (chunks: readonly Rolldown.OutputChunk[]): string[] => {
  const imports = new Map(chunks.map((chunk) => [chunk.fileName, chunk.imports]));
  const remove = (names: readonly string[]) => names.forEach((name) => imports.delete(name));
  for (;;) {
    const imported = new Set([...imports.values()].flat());
    const outside = [...imports].filter(
      ([name, needed]) => !imported.has(name) || !needed.some((other) => imports.has(other)),
    );
    if (outside.length === 0) return [...imports.keys()];
    remove(outside.map(([name]) => name));
  }
};
