import { build } from 'esbuild';
import { createRequire } from 'node:module';
import path from 'node:path';
import vm from 'node:vm';

import { expect, test } from 'vitest';

import { openApiDocument } from '../../server/http/openapi/openapi.ts';
import { root } from '../run.ts';
import { lazyConstants } from './lazy-constants.ts';
import { programBundle } from './options.ts';

type Module = Record<string, unknown>;

/** Bundles a program like the server and runs it. */
const run = async (contents: string): Promise<Module> => {
  const { outputFiles } = await build({
    absWorkingDir: root,
    stdin: { contents, loader: 'ts', resolveDir: root },
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node24',
    write: false,
    plugins: programBundle.plugins ?? [],
  });
  const module = { exports: {} };
  const require = createRequire(path.join(root, 'package.json'));
  const body = outputFiles[0]?.text ?? '';
  const program = vm.compileFunction(body, ['module', 'require']) as (...all: unknown[]) => void;
  program(module, require);
  return module.exports;
};

test('the documentation of all endpoints is the same as from constants computed at once', async () => {
  const { text } = await run(`
    import { openApiDocument } from './server/http/openapi/openapi.ts';
    export const text = JSON.stringify(openApiDocument('1.2.3'));`);
  expect(text).toBe(JSON.stringify(openApiDocument('1.2.3')));
});

test('loading all endpoints creates hardly a schema, and using one creates it once', async () => {
  const { found } = await run(`
    import { endpoints } from './shared/api/index.ts';
    import { getBook } from './shared/api/books.ts';
    import { byId } from './shared/schemas.ts';
    const names = ['params', 'query', 'body', 'response', 'list', 'stream'];
    const isMade = (endpoint, name) => 'value' in Object.getOwnPropertyDescriptor(endpoint, name);
    const declared = endpoints.flatMap((endpoint) =>
      names.filter((name) => name in endpoint).map((name) => isMade(endpoint, name)));
    const isFew = declared.filter((made) => made).length < declared.length / 20;
    const isLazy = !isMade(getBook, 'params');
    const { success } = getBook.params.safeParse({ id: 'none' });
    export const found = { isFew, isLazy, success, same: getBook.params === byId && isMade(getBook, 'params') };
  `);
  expect(found).toEqual({ isFew: true, isLazy: true, success: false, same: true });
});

test('loading settings and the format of imports creates no schema, and using one creates it', async () => {
  const { made } = await run(`
    const config = globalThis.__zod_globalConfig;
    let count = 0;
    globalThis.__zod_globalConfig = { postProcessor: (schema) => { count += 1; return schema; } };
    const { definitions } = require('./server/features/settings/definitions.ts');
    const model = require('./server/features/imports/model.ts');
    const setting = definitions['limits.archive_entries'];
    const counts = [count];
    setting.schema.parse(setting.default);
    counts.push(count);
    model.importRecord.safeParse({});
    counts.push(count);
    globalThis.__zod_globalConfig = config;
    export const made = counts;
  `);
  const [loaded, ofSetting = 0, ofRecord = 0] = made as number[];
  expect(loaded).toBe(0);
  expect(ofSetting).toBeGreaterThan(0);
  expect(ofRecord).toBeGreaterThan(ofSetting + 100);
});

test('only constants that compute something are lazy', () => {
  const code = `import { z } from 'zod';
    export const names = ['a', 'b'] as const;
    const text = z.string();
    export const record = z.object({ text, name: z.enum(names) });
    export const longer = (max: number) => text.max(max);
    export const parts: Record<string, z.ZodType> = { text };
    export type Name = (typeof names)[number];`;
  const lazy = lazyConstants(code, '/shared/names.ts');
  expect(lazy.names).toEqual(['text', 'record', 'parts']);
  expect(lazy.code).toContain('export { record, parts };');
  expect(lazyConstants(code.replace('zod', 'other'), '/shared/names.ts').code).not.toContain(
    'lazy',
  );
});
