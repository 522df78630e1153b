import css from '@eslint/css';
import js from '@eslint/js';
import compat from 'eslint-plugin-compat';
import tseslint from 'typescript-eslint';

import { fontSizeInRem } from './scripts/lint/font-size-in-rem.ts';
import { memberAboveFloor } from './scripts/lint/member-above-floor.ts';
import { nounNames } from './scripts/lint/noun-names.ts';

const scripts = ['**/*.{ts,tsx,js,mjs}'];

/** Restricts imports of `files`; every rule says why, so that the message teaches the architecture. */
const forbid = (files, ignores, patterns) => ({
  files,
  ignores: [...ignores, '**/*.test.{ts,tsx}'],
  rules: { 'no-restricted-imports': ['error', { patterns }] },
});

const sqlite = {
  group: ['better-sqlite3'],
  message: 'Only database/ opens SQLite: one place for pragmas, migrations and closing.',
};
const features = {
  group: ['**/features/**'],
  message:
    'jobs, lib, media, scanner, tasks and database are libraries: they serve features and know none.',
};
const http = {
  group: ['**/http/**'],
  message:
    'jobs, lib, media, scanner, tasks and database know no requests; http/ translates for them.',
};
const electron = {
  group: ['electron', 'electron/*'],
  allowTypeImports: true,
  message:
    'Values of electron only in main/index.ts, start.ts and ipc/preload.ts, so that the rest runs under Node.',
};
const foreignFeature = {
  regex: '^\\.\\./[^./]+/(store|routes)\\.ts$',
  message: 'A feature sees another one through its service type, never its store or routes.',
};
/** Named exports only, so that every name greps. */
const noDefaultExport = {
  selector: 'ExportDefaultDeclaration',
  message: 'Named exports only, so that every name greps.',
};
/** Not within functions. */
const noTopLevelAwait = {
  selector: 'AwaitExpression:not(:function AwaitExpression)',
  message:
    'No module of the page awaits: WebKit runs modules that import it before what they import exists.',
};

/**
 * Calls that wait for a drive on the thread that answers requests: a drive that hangs would stop the whole
 * server. Libraries, backups and opened files are read by promises through the read gate, or in threads
 * (OnDemandReader, jobs).
 */
const blockingReads = [
  {
    selector:
      'ImportDeclaration[source.value=/^(node:)?fs$/] ImportSpecifier[imported.name=/Sync$/]',
    message:
      'A drive that hangs stops the server here. Use node:fs/promises through the read gate, or a thread.',
  },
  {
    selector:
      'ImportDeclaration[source.value=/^(node:)?fs$/] > :matches(ImportDefaultSpecifier, ImportNamespaceSpecifier)',
    message: 'Import the functions of node:fs by name, so that those that block can be found.',
  },
  {
    selector:
      'ImportSpecifier[imported.name=/^(openBook|openFolderBook|analyzePages|analyzeZipPages|verifyPages|hashFile|documentHash|readSidecar|openRegularSync|readFully|readEntry|readEntryHead|readZipDirectory|walk|statAgain|checkRoot)$/]',
    message: 'This reads a file and blocks. Use OnDemandReader, or a job.',
  },
];
/** Files on the disk of Octavo's data, read before requests are answered. */
const blockingAllowed = [
  'server/composition/{open-context,restore-on-start}.ts', // the data directory, before the start
];

const suspense = {
  selector:
    "ImportDeclaration[source.value='react'] ImportSpecifier[imported.name=/^(lazy|Suspense)$/]",
  message:
    'A Suspense keeps its fallback for at least 300 ms: load a part with lazyPart or latePart.',
};

const fixedFontSize = {
  selector:
    ':matches(Property[key.name=/^(fontSizes?|fz)$/], JSXAttribute[name.name=/^(fontSize|fz)$/]) Literal[raw=/^.?\\d[\\d.]*(px)?.?$/]',
  message:
    'This ignores the font size set in the browser. Use a token of tokens.css, such as var(--o-size-13).',
};

/** The layers of the renderer: `ui, api ← features ← app`; also for what is loaded later. */
const layer = (folders, above) => ({
  files: [`renderer/src/${folders}/**/*.{ts,tsx}`],
  ignores: ['**/*.test.{ts,tsx}'],
  rules: {
    'no-restricted-imports': [
      'error',
      {
        patterns: above.map(({ names, message }) => ({ regex: `^(\\.\\./)+${names}/`, message })),
      },
    ],
    'no-restricted-syntax': [
      'error',
      noDefaultExport,
      noTopLevelAwait,
      suspense,
      fixedFontSize,
      ...above.map(({ names, message }) => ({
        selector: `ImportExpression[source.value=/^(\\.\\..)+${names}./]`,
        message,
      })),
    ],
  },
});
const app = {
  names: 'app',
  message: 'app/ puts the features together: nothing below it knows it.',
};
const rendererFeatures = {
  names: '(features|readers|offline|commands)',
  message: 'ui, api and locales serve every feature and know none.',
};
const ui = {
  names: 'ui',
  message: 'api knows nothing of what is shown: a view calls it and shows the answer.',
};

/**
 * Above the floor of browsers, or not alike in all of them: without these a page looks plainer, and does the same.
 * The build adds `-webkit-` where Safari wants it.
 */
const harmlessProperties = [
  ...['accent-color', 'backdrop-filter', 'forced-color-adjust', 'text-box', 'text-wrap'],
  ...['scrollbar-color', 'scrollbar-gutter', 'scrollbar-width'],
  ...['overflow-anchor', 'overscroll-behavior', 'overscroll-behavior-x'],
  ...['content-visibility', 'text-size-adjust', 'user-select'],
];

export default tseslint.config(
  { ignores: ['dist/', 'node_modules/', 'release/', 'renderer/public/'] },
  {
    files: scripts,
    // The rules that need types, and those of React, are in .oxlintrc.jsonc: oxlint takes a tenth of the time.
    extends: [js.configs.recommended, ...tseslint.configs.strict],
    plugins: { house: { rules: { 'noun-names': nounNames } } },
    rules: {
      'house/noun-names': 'error',
      // Type-only imports keep `electron` and heavy modules from being loaded by accident.
      '@typescript-eslint/consistent-type-imports': 'error',
      'no-restricted-syntax': ['error', noDefaultExport],
      // Express tells an error handler by its four parameters, used or not.
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      // The log is the server's only voice; the command line prints through its own writer.
      'no-console': 'error',
      eqeqeq: 'error',
    },
  },
  {
    files: ['server/**/*.ts', 'main/**/*.ts'],
    ignores: [
      'server/config/**',
      'server/cli/main.ts',
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
  forbid(
    ['server/{jobs,lib,media,scanner,tasks,text,paths}/**/*.ts'],
    [],
    [sqlite, features, http],
  ),
  forbid(['server/database/**/*.ts'], [], [features, http]),
  // Databases of other programs do not have our schema.
  forbid(['server/lib/foreign-database/open-copy.ts'], [], [features, http]),
  {
    files: ['server/{features,http,composition}/**/*.ts'],
    ignores: ['**/*.test.ts', ...blockingAllowed],
    rules: { 'no-restricted-syntax': ['error', noDefaultExport, ...blockingReads] },
  },
  forbid(['main/**/*.ts'], ['main/{index,start}.ts', 'main/ipc/preload.ts'], [electron]),
  layer('api', [app, rendererFeatures, ui]),
  layer('{ui,locales}', [app, rendererFeatures]),
  layer('{features,readers,offline,commands}', [app]),
  {
    files: ['renderer/src/*.tsx', 'renderer/src/app/**/*.{ts,tsx}'],
    ignores: ['**/*.test.{ts,tsx}'],
    rules: {
      'no-restricted-syntax': ['error', noDefaultExport, noTopLevelAwait, suspense, fixedFontSize],
    },
  },
  {
    // A namespace is typed by its file, which is loaded by a pattern.
    files: ['renderer/src/locales/lazy-*.ts'],
    rules: {
      '@typescript-eslint/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
    },
  },
  {
    // A file is one idea, and a function fits on a few screens.
    files: ['{shared,server,main,renderer,scripts,fuzz}/**/*.{ts,tsx}'],
    ignores: ['**/*.test.{ts,tsx}', 'server/{testing,conformance}/**'],
    rules: {
      'max-lines': ['error', { max: 300 }],
      'max-lines-per-function': ['error', { max: 150 }],
    },
  },
  {
    // Code of browsers, and the oldest ones in package.json: names by the plugin, members by their types.
    files: ['renderer/{src,worker}/**/*.{ts,tsx}', 'shared/**/*.ts'],
    ignores: ['**/*.test.{ts,tsx}'],
    languageOptions: { parserOptions: { projectService: true } },
    plugins: { compat, floor: { rules: { 'member-above-floor': memberAboveFloor } } },
    settings: { lintAllEsApis: true },
    rules: { 'compat/compat': 'error', 'floor/member-above-floor': 'error' },
  },
  {
    files: ['renderer/**/*.css'],
    language: 'css/css',
    plugins: { css, house: { rules: { 'font-size-in-rem': fontSizeInRem } } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      'house/font-size-in-rem': 'error',
      // All that browsers had by the end of 2023, the oldest supported ones have.
      'css/use-baseline': [
        'error',
        {
          available: 2023,
          allowProperties: harmlessProperties,
          allowPropertyValues: { 'font-family': ['ui-monospace'] },
          allowSelectors: ['selection'],
        },
      ],
    },
  },
  {
    // Tool configurations are loaded by name and must have a default export; scripts talk to a terminal.
    files: ['**/*.config.{js,ts}', 'scripts/**', 'bench/**', 'fuzz/**', '.ci/**'],
    rules: { 'no-restricted-syntax': 'off', 'no-console': 'off' },
  },
  {
    // A fixture without dependencies must say so by an empty pattern: vitest reads its parameters.
    files: ['e2e/**/*.ts'],
    ignores: ['**/*.config.ts'],
    rules: {
      'no-empty-pattern': ['error', { allowObjectPatternsAsParameters: true }],
      'no-restricted-syntax': [
        'error',
        noDefaultExport,
        {
          selector:
            "CallExpression[callee.name='expect'] > AwaitExpression > CallExpression[callee.property.name=/^(is(Checked|Visible|Hidden|Enabled|Disabled)|inputValue|count|textContent|innerText|getAttribute|allTextContents|allInnerTexts)$/]",
          message: 'The page can change after a click has returned: use expect.poll.',
        },
      ],
    },
  },
);
