import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export interface FunctionTable {
  set(index: number, value: unknown): void;
}

type Imports = Record<string, Record<string, unknown>>;

interface Instance {
  exports: Record<string, unknown>;
}

/** Minimal declaration, because the types of WebAssembly come only with those of browsers. */
const { WebAssembly } = globalThis as unknown as {
  WebAssembly: {
    Module: new (bytes: Uint8Array) => object;
    Instance: new (module: object, imports: Imports) => Instance;
  };
};

/** PDFium's memory limit, bytes: several times the largest drawing, for the images on a page. */
const maxMemory = 1024 * 1024 * 1024;

/** Compiles PDFium with limited memory. */
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
 * A module that imports `e.f` (with this many 32-bit parameters and one result) and exports it
 * again: a function table, through which C calls, accepts only exported functions.
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

/** Called with the number of arguments of the C signature; returns one number. */
export type Callback = (first: number, second: number, third: number, fourth: number) => number;

/**
 * Makes `callback` callable from C with this many parameters; returns its pointer. PDFium's table
 * cannot grow, so it uses the only slot that is always free, that of the null pointer, which can be
 * called like any other here. Replaces the previous callback.
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
