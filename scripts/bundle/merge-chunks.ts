import { build, type Metafile, type Plugin } from 'esbuild';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { root as projectRoot } from '../run.ts';
import { banner, output } from './options.ts';

type Outputs = Metafile['outputs'];

/** Output files that are loaded together with those of these sources, which are included. */
const loadedWith = (outputs: Outputs, sources: readonly string[]): Set<string> => {
  const found = new Set<string>();
  const add = (file: string) => {
    if (found.has(file)) return;
    found.add(file);
    for (const { path: next, kind, external } of outputs[file]?.imports ?? []) {
      if (kind === 'import-statement' && external !== true) add(next);
    }
  };
  for (const [file, { entryPoint = '' }] of Object.entries(outputs)) {
    if (sources.includes(entryPoint)) add(file);
  }
  return found;
};

/** Bundles the chunks of a group, and leaves all other modules to be imported. */
const onlyChunks = (chunks: readonly string[]): Plugin => ({
  name: 'only chunks',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /.*/ }, ({ path: name, resolveDir }) => {
      const file = path.join(resolveDir, name);
      return chunks.includes(file) ? { path: file } : { path: name, external: true };
    });
    onLoad({ filter: /\.js$/ }, ({ path: file }) => ({
      contents: readFileSync(file, 'utf8').replace(banner, ''),
    }));
  },
});

/** Imports of another chunk as esbuild writes them: names, and the relative path up to the name. */
const importOfChunk =
  /\bimport\s*(?:\{([^}]*)\}\s*from\s*)?"((?:\.{1,2}\/)+(?:chunks\/)?)([^"/]+)"/g;

/** Merges chunks into one file beside them, and lets the other files import it in their place. */
const mergeGroup = async (
  outputs: Outputs,
  name: string,
  chunks: readonly string[],
  root: string,
): Promise<void> => {
  const folder = path.dirname(chunks[0] ?? '');
  /** Names are unique in a chunk only. */
  const prefixes = new Map(chunks.map((file, index) => [path.basename(file), `c${index}_`]));
  const contents = chunks.map((file) => {
    const base = path.basename(file);
    const names = outputs[file]?.exports ?? [];
    const list = names.map((exported) => `${exported} as ${prefixes.get(base)}${exported}`);
    return `import './${base}'; export { ${list.join(', ')} } from './${base}';`;
  });
  const { outputFiles } = await build({
    ...output,
    absWorkingDir: root,
    stdin: { contents: contents.join('\n'), resolveDir: path.join(root, folder) },
    outfile: path.join(folder, `${name}.js`),
    plugins: [onlyChunks(chunks.map((file) => path.join(root, file)))],
    write: false,
  });
  for (const { path: file, text } of outputFiles) writeFileSync(file, text);
  for (const file of Object.keys(outputs)) {
    const chunkPath = path.join(root, file);
    if (chunks.includes(file)) {
      rmSync(chunkPath);
      continue;
    }
    const text = readFileSync(chunkPath, 'utf8');
    const changed = text.replace(
      importOfChunk,
      (statement, imported: string | undefined, up: string, base: string) => {
        const prefix = prefixes.get(base);
        if (prefix === undefined) return statement;
        const names = (imported ?? '')
          .split(',')
          .map((name) => name.trim())
          .filter((name) => name !== '')
          .map((name) => `${prefix}${name.includes(' as ') ? name : `${name} as ${name}`}`);
        const from = `"${up}${name}.js"`;
        return names.length > 0 ? `import{${names.join(',')}}from${from}` : `import${from}`;
      },
    );
    const left = [...prefixes.keys()].find((base) => changed.includes(base));
    if (left !== undefined) throw new Error(`${file} still imports ${left}`);
    if (changed !== text) writeFileSync(chunkPath, changed);
  }
};

export interface ChunkGroup {
  /** File name of the merged chunks, without extension. */
  name: string;
  /** Sources of which each loads all of them. */
  sources: readonly string[];
}

/**
 * Merges chunks that are always loaded together, because Node takes half a millisecond to find, read and link
 * a module. A chunk belongs to the first group that loads it, and to none if one of the sources `apart` loads
 * it. Chunks that are loaded alone stay.
 */
export const mergeChunks = async (
  { outputs }: Metafile,
  groups: readonly ChunkGroup[],
  apart: readonly string[],
  root = projectRoot,
): Promise<void> => {
  let left = outputs;
  const merged = loadedWith(outputs, apart);
  for (const { name, sources } of groups) {
    const [first = new Set<string>(), ...others] = sources.map((source) =>
      loadedWith(outputs, [source]),
    );
    const chunks = [...first].filter(
      (file) =>
        outputs[file]?.entryPoint === undefined &&
        !merged.has(file) &&
        others.every((other) => other.has(file)),
    );
    for (const file of chunks) merged.add(file);
    if (chunks.length < 2) continue;
    await mergeGroup(left, name, chunks, root);
    left = Object.fromEntries(Object.entries(left).filter(([file]) => !chunks.includes(file)));
  }
};
