import type { Plugin } from 'vite';

/**
 * Drops the messages of i18next for developers from the built app, which prints them only with its option `debug`: 1 kB,
 * compressed, of the first page.
 */
export const quietI18next = (): Plugin => ({
  name: 'quiet i18next',
  apply: 'build',
  transform: {
    filter: { id: /[\\/]i18next[\\/]dist[\\/]esm[\\/]i18next\.js$/ },
    handler: (code) =>
      code.replaceAll(/\bthis\.logger\.(warn|error|log|deprecate)\(/g, 'false && $&'),
  },
});
