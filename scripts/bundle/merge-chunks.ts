import { build, type Metafile, type Plugin } from 'esbuild';
import { createHash } from 'node:crypto';
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

/**
 * Merges chunks into one file beside them, and lets the other files import it in their place; returns the files
 * that there are now.
 */
const mergeGroup = async (
  outputs: Outputs,
  name: string,
  chunks: readonly string[],
  root: string,
): Promise<Outputs> => {
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
  const others = Object.entries(outputs).filter(([file]) => !chunks.includes(file));
  const merged = { bytes: 0, inputs: {}, imports: [], exports: [] };
  return { ...Object.fromEntries(others), [path.join(folder, `${name}.js`)]: merged };
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
    left = await mergeGroup(left, name, chunks, root);
  }
};

/**
 * Merges the chunks that the same of these sources load, so that each of them reads few files and nothing that
 * it does not need. Chunks that none of them loads stay. Names depend on the content, as those of esbuild do.
 */
export const mergeAlike = async (
  { outputs }: Metafile,
  name: string,
  sources: readonly string[],
  root = projectRoot,
): Promise<void> => {
  const loaded = sources.map((source) => loadedWith(outputs, [source]));
  const chunks = Object.keys(outputs).filter((file) => outputs[file]?.entryPoint === undefined);
  const groups = Map.groupBy(chunks, (file) => loaded.map((files) => files.has(file)).join());
  let left = outputs;
  for (const group of groups.values()) {
    const isLoaded = loaded.some((files) => files.has(group[0] ?? ''));
    if (group.length < 2 || !isLoaded) continue;
    const content = group.map((file) => path.basename(file)).join();
    const hash = createHash('sha256').update(content).digest('hex').slice(0, 8).toUpperCase();
    left = await mergeGroup(left, `${name}-${hash}`, group, root);
  }
};
