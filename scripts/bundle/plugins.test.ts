import { build } from 'esbuild';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { root } from '../run.ts';
import { programBundle } from './options.ts';

const require = createRequire(import.meta.url);
/** A package of a package: Express brings them. */
const installed = (name: string): unknown => require(name);
const folder = mkdtempSync(path.join(tmpdir(), 'octavo-bundle-'));

/** The exports of a package of CommonJS as the bundle has it, and the length of its text. */
const bundled = async (name: string) => {
  const outfile = path.join(folder, `${name}.cjs`);
  const { plugins = [], target = 'node24' } = programBundle;
  const { metafile } = await build({
    stdin: { contents: `module.exports = require('${name}')`, resolveDir: root },
    ...{ outfile, bundle: true, format: 'cjs', platform: 'node', metafile: true, plugins, target },
  });
  const [output] = Object.values(metafile.outputs);
  return { exports: require(outfile) as unknown, bytes: output?.bytes ?? 0 };
};

interface MimeTypes {
  types: Record<string, string>;
  extensions: Record<string, string[]>;
  charset(type: string): string | false;
}

const original = installed('mime-types') as MimeTypes;
let mime: MimeTypes;

beforeAll(async () => {
  mime = (await bundled('mime-types')).exports as MimeTypes;
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the bundle knows the same media types as the package', () => {
  expect(mime.types).toEqual(original.types);
  expect(mime.extensions).toEqual(original.extensions);
  const charsets = ({ charset, extensions }: MimeTypes) =>
    [...Object.keys(extensions), 'text/unknown'].map((type) => [type, charset(type)]);
  expect(charsets(mime)).toEqual(charsets(original));
});

test('the bundle compresses the same media types as the package', async () => {
  const compressible = installed('compressible') as (type: string) => boolean | undefined;
  const ours = (await bundled('compressible')).exports as typeof compressible;
  for (const type of [...Object.keys(original.extensions), 'application/json', 'a/b+json', 'a/b']) {
    expect([type, ours(type)]).toEqual([type, compressible(type)]);
  }
});

test('the bundle decodes all that a JSON body can be encoded as, without other tables', async () => {
  const { exports, bytes } = await bundled('iconv-lite');
  interface Iconv {
    encode(text: string, charset: string): Buffer;
    decode(bytes: Buffer, charset: string): string;
  }
  const iconv = installed('iconv-lite') as Iconv;
  const text = '{"title":"Größe 漫画 📚"}';
  // body-parser refuses all others.
  for (const charset of ['utf-8', 'utf-16', 'utf-16le', 'utf-16be', 'utf-32', 'utf-7']) {
    expect((exports as Iconv).decode(iconv.encode(text, charset), charset), charset).toBe(text);
  }
  expect(bytes).toBeLessThan(150_000);
});
