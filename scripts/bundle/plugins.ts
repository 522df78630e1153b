import type { Plugin } from 'esbuild';
import { readFile } from 'node:fs/promises';
import http from 'node:http';
import { createRequire } from 'node:module';

/** A file with one letter beyond ASCII is kept in memory at two bytes a letter; esbuild escapes texts, no patterns. */
const escaped = (letter: string): string =>
  `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Sources of ours, as they are bundled. */
export const lean: Plugin = {
  name: 'lean',
  setup: ({ onLoad }) => {
    onLoad({ filter: /[\\/](shared|server|main)[\\/].*\.ts$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      const contents = text
        // Of the object everything would be kept, such as messages in fifty languages.
        .replace("import { z } from 'zod'", "import * as z from 'zod'")
        .replace(/[^\0-\x7f]/g, escaped);
      return { loader: 'ts', contents };
    });
  },
};

/**
 * `node:http` without what it makes when it is asked for: an `import` has Node make all that a module
 * exports at once, here the whole of `fetch` and WebSocket, 17 ms of each start.
 */
export const leanHttp: Plugin = {
  name: 'lean http',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^node:http$/ }, ({ path, kind }) =>
      kind === 'import-statement' ? { path, namespace: 'node' } : { path, external: true },
    );
    onLoad({ filter: /.*/, namespace: 'node' }, () => {
      const properties = Object.getOwnPropertyDescriptors(http);
      const given = Object.entries(properties).filter(([, { get }]) => get === undefined);
      const names = given.map(([name]) => name);
      return {
        contents: `const http = process.getBuiltinModule('node:http');
          export default http;
          export const { ${names.join(', ')} } = http;`,
      };
    });
  },
};

/** What a package asks of the version of Node at each start, by patterns that take 17 ms, is known by now. */
export const knownOfNode: Plugin = {
  name: 'known of node',
  setup: ({ onLoad }) => {
    const require = createRequire(import.meta.url);
    onLoad({ filter: /[\\/]jsonwebtoken[\\/]lib[\\/]\w+Supported\.js$/ }, ({ path }) => ({
      contents: `module.exports = ${JSON.stringify(require(path))};`,
    }));
  },
};

/** Tables of packages, such as all types of files there are: V8 reads them as JSON in a fraction of the time. */
export const tables: Plugin = {
  name: 'tables',
  setup: ({ onLoad }) => {
    onLoad({ filter: /\.json$/ }, async ({ path }) => {
      const text = JSON.stringify(JSON.parse(await readFile(path, 'utf8')));
      return { contents: `module.exports = JSON.parse(${JSON.stringify(text)});` };
    });
  },
};
