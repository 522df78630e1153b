import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The page is served from the root of the API's own host; in development that host is proxied. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  build: {
    outDir: '../dist/renderer',
    emptyOutDir: true,
    target: 'es2023',
    // Inlined assets would be data: addresses, which the content security policy allows for images only.
    assetsInlineLimit: 0,
  },
  server: {
    port: 4478,
    strictPort: true,
    proxy: { '/api': process.env['OCTAVO_DEV_API'] ?? 'http://127.0.0.1:4477' },
  },
});
