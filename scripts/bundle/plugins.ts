import type { Plugin } from 'esbuild';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

import { lazyConstants } from './lazy-constants.ts';

/**
 * One non-ASCII character makes V8 store a file at two bytes per character; esbuild escapes
 * strings, but not regular expressions.
 */
const escaped = (letter: string): string =>
  `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Transforms our own sources for the bundle. */
export const lean: Plugin = {
  name: 'lean',
  setup: ({ onLoad }) => {
    onLoad({ filter: /[\\/](shared|server|main)[\\/].*\.ts$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      const { code } = lazyConstants(text, path);
      const contents = code
        // Importing the object would keep all of it, e.g. messages in fifty languages.
        .replace("import { z } from 'zod'", "import * as z from 'zod'")
        .replace(/[^\0-\x7f]/g, escaped);
      return { loader: 'ts', contents };
    });
  },
};

/**
 * Node's modules without their lazy exports: importing one makes Node evaluate all of them. Those of
 * `node:http` are `fetch` and WebSocket, 17 ms per start, those of all others 7 ms.
 */
export const leanNode: Plugin = {
  name: 'lean node',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^node:/ }, ({ path, kind }) =>
      kind === 'import-statement' ? { path, namespace: 'node' } : { path, external: true },
    );
    onLoad({ filter: /.*/, namespace: 'node' }, ({ path }) => {
      const names = Object.getOwnPropertyNames(process.getBuiltinModule(path)).filter((name) =>
        /^[A-Za-z_]\w*$/.test(name),
      );
      // Unused ones are dropped.
      const named = names.map(
        (name) => `export const ${name} = /* @__PURE__ */ (() => $.${name})();`,
      );
      return {
        contents: `const $ = process.getBuiltinModule('${path}'); export default $; ${named.join('')}`,
      };
    });
  },
};

/** Replaces runtime checks of the Node version in packages, which cost 17 ms per start. */
export const knownOfNode: Plugin = {
  name: 'known of node',
  setup: ({ onLoad }) => {
    const require = createRequire(import.meta.url);
    onLoad({ filter: /[\\/]jsonwebtoken[\\/]lib[\\/]\w+Supported\.js$/ }, ({ path }) => ({
      contents: `module.exports = ${JSON.stringify(require(path))};`,
    }));
  },
};

/** Data tables of packages, such as all MIME types: V8 parses them much faster as JSON. */
export const tables: Plugin = {
  name: 'tables',
  setup: ({ onLoad }) => {
    onLoad({ filter: /\.json$/ }, async ({ path }) => {
      const table = JSON.parse(await readFile(path, 'utf8')) as object;
      return {
        contents: `module.exports = ${asJson(isMimeTable(path) ? leanMime(table) : table)};`,
      };
    });
  },
};

const asJson = (value: object): string => `JSON.parse(${JSON.stringify(JSON.stringify(value))})`;

const isMimeTable = (path: string) => /[\\/]mime-db[\\/]db\.json$/.test(path);

/** The properties that the packages read at run time, once `mimeMaps` has used the others. */
const leanMime = (table: object): object =>
  Object.fromEntries(
    Object.entries(table as Record<string, { charset?: string; compressible?: boolean }>)
      .map(([type, { charset, compressible }]) => [type, { charset, compressible }] as const)
      .filter(([, properties]) => Object.values(properties).some((value) => value !== undefined)),
  );

/** The maps that mime-types computes from all types when it is loaded, which costs 9 ms a start. */
export const mimeMaps: Plugin = {
  name: 'mime maps',
  setup: ({ onLoad }) => {
    const require = createRequire(import.meta.url);
    onLoad({ filter: /[\\/]mime-types[\\/]index\.js$/ }, async ({ path }) => {
      const { types, extensions } = require(path) as { types: object; extensions: object };
      const text = await readFile(path, 'utf8');
      const computed = 'populateMaps(exports.extensions, exports.types)';
      if (!text.includes(`\n${computed}\n`)) throw new Error(`${path} computes its maps otherwise`);
      return {
        contents: text.replace(
          computed,
          `Object.assign(exports.extensions, ${asJson(extensions)});
          Object.assign(exports.types, ${asJson(types)});`,
        ),
      };
    });
  },
};

/**
 * Leaves out iconv-lite's tables of East Asian charsets, 450 kB: body-parser decodes JSON alone, and only if
 * its charset starts with `utf-`.
 */
export const unicodeOnly: Plugin = {
  name: 'unicode only',
  setup: ({ onLoad }) => {
    onLoad({ filter: /[\\/]iconv-lite[\\/]encodings[\\/]dbcs-(codec|data)\.js$/ }, () => ({
      contents: 'module.exports = {};',
    }));
  },
};
