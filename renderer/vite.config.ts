import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

import { clientEndpoints } from './client-endpoints.ts';
import { headScripts } from './head-scripts.ts';
import { pagePreloads } from './page-preloads.ts';
import { pdfFiles } from './pdf-files.ts';
import { quietI18next } from './quiet-i18next.ts';

/** Packages of which the first page needs most; the rest is left to the pages that use it. */
const base =
  /node_modules\/(react|react-dom|scheduler|use-sync-external-store|@tanstack\/(router-core|react-router|history|store|react-store|query-core|react-query)|i18next|react-i18next|zustand)\//;

/** The packages and schemas that check what users enter: no part of the first page. */
const schemas =
  /node_modules\/zod\/|shared\/(condition-schema|schemas|api\/(account-fields|filter-bodies|scan-rules))\.ts$/;

/**
 * The page is served by the API's own host, which inserts the base path; in development that host is
 * proxied.
 */
export default defineConfig({
  root: import.meta.dirname,
  base: './',
  plugins: [react(), pdfFiles(), clientEndpoints(), pagePreloads(), headScripts(), quietI18next()],
  build: {
    outDir: '../dist/renderer',
    emptyOutDir: true,
    // The floor of browsers; docs/browsers.md, README.md and package.json name the same.
    target: ['safari17.4', 'ios17.4', 'firefox128', 'chrome120', 'edge120'],
    // Inlined assets would be data: addresses, which the content security policy allows for images only.
    assetsInlineLimit: 0,
    // kB. PDF.js is the only larger chunk, loaded with a PDF; scripts/check-budget.ts limits what Home loads.
    chunkSizeWarningLimit: 750,
    // All browsers of the floor preload modules themselves.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // Shorter hashes than Vite's of eight characters, because the first page lists every file; for
        // chunks, seven is the least that Rolldown takes.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:6][extname]',
        // The initial code is bundled into two files, which load and compress better than a hundred
        // small ones. The packages stay cached when only our own code changes.
        codeSplitting: {
          groups: [
            { name: 'schemas', test: schemas, includeDependenciesRecursively: false },
            { name: 'base', test: base, tags: ['$initial'] },
            { name: 'app', tags: ['$initial'] },
            // Shared pieces of a few hundred bytes each, which most other pages need: the first page
            // lists every chunk, so each name costs it a few bytes. Parts of pages are not among them:
            // they import their page, whose chunk imports this one, and one would be empty at first.
            { name: 'icons', test: /@tabler\/icons-react/, minShareCount: 2 },
            // Follows the server from the first page on, which does not load the other pieces for it.
            {
              name: 'live',
              test: /renderer\/src\/api\/(?:events|event-stream|shared-stream|refresh-queue)\.ts$/,
              minShareCount: 2,
              includeDependenciesRecursively: false,
            },
            // Lists that are sorted by hand bring 50 kB, which few pages need.
            {
              name: 'pieces',
              test: /renderer\/src\/(?:ui|api|features\/sidebar)\/(?!lists\/sortable).*(?:\.tsx?|\.module\.css)$/,
              minShareCount: 2,
              maxModuleSize: 4000,
              includeDependenciesRecursively: false,
            },
            // Parts of packages that nearly all other pages need.
            {
              name: 'widgets',
              test: /node_modules\/(?!zod)/,
              minShareCount: 20,
              includeDependenciesRecursively: false,
            },
          ],
        },
      },
    },
  },
  server: {
    port: 4478,
    strictPort: true,
    proxy: { '/api': process.env['OCTAVO_DEV_API'] ?? 'http://127.0.0.1:4477' },
  },
});
