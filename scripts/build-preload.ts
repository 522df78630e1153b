/** Bundles the preload script: a sandboxed one must be a single CommonJS file. */
import { build } from 'esbuild';

await build({
  entryPoints: ['main/ipc/preload.ts'],
  outfile: 'dist/main/preload.cjs',
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node24',
  external: ['electron'],
});
