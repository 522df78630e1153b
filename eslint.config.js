import js from '@eslint/js';
import hooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

/** Restricts imports of `files`; every rule says why, so that the message teaches the architecture. */
const forbid = (files, ignores, patterns) => ({
  files,
  ignores: [...ignores, '**/*.test.ts'],
  rules: { 'no-restricted-imports': ['error', { patterns }] },
});

const sqlite = {
  group: ['better-sqlite3'],
  message: 'Only database/ opens SQLite: one place for pragmas, migrations and closing.',
};
const features = {
  group: ['**/features/**'],
  message: 'media, scanner, tasks and database are libraries: they serve features and know none.',
};
const http = {
  group: ['**/http/**'],
  message: 'media, scanner, tasks and database know no requests; http/ translates for them.',
};
const electron = {
  group: ['electron', 'electron/*'],
  allowTypeImports: true,
  message:
    'Values of electron only in main/index.ts, start.ts and preload.ts, so that the rest runs under Node.',
};
const foreignFeature = {
  regex: '^\\.\\./[^./]+/(store|routes)\\.ts$',
  message: 'A feature sees another one through its service type, never its store or routes.',
};

export default tseslint.config(
  { ignores: ['dist/', 'node_modules/', 'release/', 'renderer/public/'] },
  js.configs.recommended,
  ...tseslint.configs.strictTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      // Type-only imports keep `electron` and heavy modules from being loaded by accident.
      '@typescript-eslint/consistent-type-imports': 'error',
      // Every name greps: one way to export.
      'no-restricted-syntax': [
        'error',
        {
          selector: 'ExportDefaultDeclaration',
          message: 'Named exports only, so that every name greps.',
        },
      ],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      // `async` methods fulfil interfaces that promise a promise.
      '@typescript-eslint/require-await': 'off',
      // A type parameter that documents a relation is worth a second look, not an error.
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
      // Express tells an error handler by its four parameters, used or not.
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      // Services are plain objects of closures: no method of ours uses `this`, so all may be handed on.
      '@typescript-eslint/unbound-method': 'off',
      // The log is the server's only voice; the command line prints through its own writer.
      'no-console': 'error',
      eqeqeq: 'error',
    },
  },
  {
    files: ['server/**/*.ts', 'main/**/*.ts'],
    ignores: [
      'server/config/**',
      'server/main.ts',
      'main/{index,start}.ts',
      '**/*.test.ts',
      '**/testing/**',
    ],
    rules: {
      'no-restricted-properties': [
        'error',
        {
          object: 'process',
          property: 'env',
          message: 'The environment is read in config/ and the entries, then handed on.',
        },
      ],
    },
  },
  forbid(['server/features/**/*.ts', 'server/http/**/*.ts'], [], [sqlite, foreignFeature]),
  forbid(['server/{media,scanner,tasks}/**/*.ts'], [], [sqlite, features, http]),
  forbid(['server/database/**/*.ts'], [], [features, http]),
  forbid(['main/**/*.ts'], ['main/{index,start,preload}.ts'], [electron]),
  {
    files: ['renderer/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': hooks },
    rules: hooks.configs.recommended.rules,
  },
  {
    // Tool configurations are loaded by name and must have a default export; scripts talk to a terminal.
    files: ['**/*.config.{js,ts}', 'scripts/**', 'bench/**', 'fuzz/**', '.ci/**'],
    rules: { 'no-restricted-syntax': 'off', 'no-console': 'off' },
  },
  {
    // A fixture without dependencies must say so by an empty pattern: vitest reads its parameters.
    files: ['e2e/**/*.ts'],
    rules: { 'no-empty-pattern': ['error', { allowObjectPatternsAsParameters: true }] },
  },
  { files: ['**/*.{js,mjs}'], ...tseslint.configs.disableTypeChecked },
);
