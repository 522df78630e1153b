import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export interface FunctionTable {
  set(index: number, value: unknown): void;
}

type Imports = Record<string, Record<string, unknown>>;

interface Instance {
  exports: Record<string, unknown>;
}

/** What we use of it; its types come only with those of a browser. */
const { WebAssembly } = globalThis as unknown as {
  WebAssembly: {
    Module: new (bytes: Uint8Array) => object;
    Instance: new (module: object, imports: Imports) => Instance;
  };
};

/** What PDFium may use, bytes: several times the largest drawing, for the images on the page. */
const maxMemory = 1024 * 1024 * 1024;

/** Compiles PDFium, its memory bounded. */
export const instantiate = (imports: Imports, done: (instance: Instance) => void): object => {
  const { env = {}, ...others } = imports;
  const resize = env['emscripten_resize_heap'] as (bytes: number) => boolean;
  const bounded = (bytes: number) => bytes >>> 0 <= maxMemory && resize(bytes);
  const file = fileURLToPath(import.meta.resolve('@hyzyla/pdfium/pdfium.wasm'));
  const instance = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(file)), {
    ...others,
    env: { ...env, emscripten_resize_heap: bounded },
  });
  done(instance);
  return instance.exports;
};

/**
 * A module that imports `e.f`, which takes so many numbers of 32 bits and returns one, and exports it again:
 * only what a module exports may stand in a table of functions, through which C calls it.
 */
const passThrough = (parameters: number): Uint8Array =>
  Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
    ...[0x01, 0x05 + parameters, 0x01, 0x60, parameters],
    ...Array.from({ length: parameters }, () => 0x7f),
    ...[0x01, 0x7f],
    ...[0x02, 0x07, 0x01, 0x01, 0x65, 0x01, 0x66, 0x00, 0x00],
    ...[0x07, 0x05, 0x01, 0x01, 0x66, 0x00, 0x00],
  ]);

/** Takes as many numbers as C calls it with, and returns one. */
export type Callback = (first: number, second: number, third: number, fourth: number) => number;

/**
 * Makes `callback` callable from C with so many parameters; returns its pointer. PDFium's table cannot grow,
 * so it takes the one place that is free in every program, that of the null pointer, which is called here
 * like any other. The callback that was there before can no longer be called.
 */
export const setFunction = (
  table: FunctionTable,
  callback: Callback,
  parameters: 3 | 4,
): number => {
  const module = new WebAssembly.Module(passThrough(parameters));
  const { f } = new WebAssembly.Instance(module, { e: { f: callback } }).exports;
  table.set(0, f);
  return 0;
};
