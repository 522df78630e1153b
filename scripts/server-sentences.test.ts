import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import ts from 'typescript';
import { expect, test } from 'vitest';

const server = join(import.meta.dirname, '../server');
const web = join(import.meta.dirname, '../renderer/src');
const textsIn = (language: string) =>
  JSON.parse(readFileSync(join(web, 'locales', language, 'faults.json'), 'utf8')) as object;
/** Imported by path: scripts are not part of the web app's project. */
const { translateSentences } = (await import(
  join(web, 'ui/feedback/translate-server-message.ts')
)) as {
  translateSentences: (sentences: string, english: object, own: object) => string;
};

/** Sources of messages that are stored with a book, page, scan or task. */
const places = [
  '{jobs,media,scanner}/**/*.ts',
  'features/{data-directory,backups,duplicates,release-sources}/handlers.ts',
  'features/{notifications/send,book-mail/delivery}.ts',
  'features/registration/mail-error.ts',
  'features/system/startup.ts',
  'http-client/*.ts',
  'data-relocation/*.ts',
  'database/{backup,storage-problem}.ts',
  'lib/redact-paths.ts',
];

/** String literals that look like sentences; placeholders are replaced by a word. */
const sentencesOf = (file: string): string[] => {
  const found: string[] = [];
  const visit = (node: ts.Node) => {
    const text = textOf(node);
    if (text !== null && /^[A-Z]\S* .*\.$/.test(text)) found.push(text);
    node.forEachChild(visit);
  };
  visit(
    ts.createSourceFile(file, readFileSync(join(server, file), 'utf8'), ts.ScriptTarget.Latest),
  );
  return found;
};

const textOf = (node: ts.Node): string | null => {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return null;
  const rest = node.templateSpans.map(({ expression, literal }) =>
    // Suffixes shared by several sentences.
    ts.isIdentifier(expression) && /^(nothingChanged|onPurpose)$/.test(expression.text)
      ? `Nothing was changed.${literal.text}`
      : `word${literal.text}`,
  );
  return node.head.text + rest.join('');
};

const files = globSync(places, { cwd: server }).filter((file) => !file.endsWith('.test.ts'));
const sentences = files.flatMap((file) => sentencesOf(file).map((text) => [text, file] as const));

/** Code whose messages are for third-party programs or the command line. */
const elsewhere = [
  'features/{komga-api,opds,koreader,kobo}/**',
  '{cli,config,database,testing,conformance}/**',
  '**/*.test.ts',
];

/** Index of the message among the arguments, by constructor or function. */
const messageAt: Record<string, number> = {
  ...{ AppError: 1, badField: 1, MediaError: 1, ForeignDatabaseError: 0 },
  ...{ ListenError: 0, refuse: 0, badCredentials: 0, unreadable: 0, inTheWay: 0, refused: 1 },
  ...{ unavailable: 0, conflict: 0, untouched: 0, leftAlone: 0, refuseKeys: 0 },
};

/** Possible texts of expressions in a sentence; all other expressions are names or numbers. */
const wordsOf: Record<string, string[]> = {
  'labels.list': ['Collection', 'Reading list'],
  'labels.list.toLowerCase()': ['collection', 'reading list'],
  'labels.member': ['Series', 'Book'],
  kind: ['Book', 'Series', 'Library'],
  part: ['query', 'body'],
  'kind.record': ['Conversion', 'Metadata write'],
};

/** Composed of other messages, which are checked where they are written. */
const composed = new Set([
  '${first.path}: ${first.message}',
  '${key}: ${message}',
  '${message} Nothing was changed.',
]);

/** Properties that contain a message before its error is created. */
const holders = /^(message|sentence|problem)$|Problem$|^problemOf$/;

/** All possible texts of an expression; empty for messages that are only passed on. */
const waysOf = (node: ts.Expression | undefined, file: ts.SourceFile): string[] => {
  if (node === undefined) return [];
  if (ts.isParenthesizedExpression(node)) return waysOf(node.expression, file);
  if (ts.isConditionalExpression(node)) {
    return [...waysOf(node.whenTrue, file), ...waysOf(node.whenFalse, file)];
  }
  if (ts.isBinaryExpression(node)) return [...waysOf(node.left, file), ...waysOf(node.right, file)];
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isPropertyAccessExpression(node)) return wordsOf[node.getText(file)] ?? [];
  if (!ts.isTemplateExpression(node) || composed.has(node.getText(file).slice(1, -1))) return [];
  return node.templateSpans.reduce(
    (ways, { expression, literal }) =>
      ways.flatMap((way) => partsOf(expression, file).map((word) => way + word + literal.text)),
    [node.head.text],
  );
};

/** Possible texts of one expression in a sentence. */
const partsOf = (node: ts.Expression, file: ts.SourceFile): string[] => {
  const known = wordsOf[node.getText(file)];
  if (known !== undefined) return known;
  return ts.isConditionalExpression(node) ? waysOf(node, file) : ['word'];
};

const refusalsOf = (path: string): string[] => {
  const text = readFileSync(join(server, path), 'utf8');
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node) => {
    if (ts.isCallExpression(node) || ts.isNewExpression(node)) {
      const name = node.expression.getText(file);
      const index = Object.hasOwn(messageAt, name) ? messageAt[name] : undefined;
      if (index !== undefined) found.push(...waysOf(node.arguments?.[index], file));
      if (name === 'notFound') {
        const kinds = waysOf(node.arguments?.[0], file);
        expect(kinds, `the kind in ${node.getText(file)} of ${path}`).not.toEqual([]);
        found.push(...kinds.map((kind) => `${kind} word was not found`));
      }
    }
    const isHolder =
      (ts.isVariableDeclaration(node) || ts.isPropertyAssignment(node)) &&
      holders.test(node.name.getText(file));
    if (isHolder) found.push(...saidIn(node.initializer, file));
    node.forEachChild(visit);
  };
  visit(file);
  return found;
};

/** A value, or what a function returns. */
const saidIn = (node: ts.Expression | undefined, file: ts.SourceFile): string[] => {
  if (node === undefined || !ts.isArrowFunction(node)) return waysOf(node, file);
  if (!ts.isBlock(node.body)) return waysOf(node.body, file);
  const said: string[] = [];
  const visit = (inside: ts.Node) => {
    if (ts.isReturnStatement(inside)) said.push(...waysOf(inside.expression, file));
    inside.forEachChild(visit);
  };
  visit(node.body);
  return said;
};

test('every sentence that an error of the server carries is known to the page in every language', () => {
  const paths = globSync('**/*.ts', { cwd: server, exclude: elsewhere });
  const refusals = paths
    .flatMap((path) => refusalsOf(path).map((text) => [text, path] as const))
    .filter(([text]) => / /.test(text));
  expect(refusals.length).toBeGreaterThan(200);
  const [english, german] = [textsIn('en'), textsIn('de')];
  const unknown = refusals.filter(([text]) => translateSentences(text, english, german) === text);
  expect(unknown).toEqual([]);
});

test.each([
  [
    'The folder "/a b" has a longer path than the system allows; move it higher up or shorten names',
    'Der Ordner „/a b“ hat einen längeren Pfad, als das System erlaubt; verschiebe ihn weiter nach oben oder kürze Namen',
  ],
  ['There is no open question about book 0190', 'Zum Buch 0190 steht keine Frage offen'],
  ['Reading position 0190 was not found', 'Diese Lesestelle gibt es nicht mehr.'],
  ['User 0190 was not found', 'Diese Person gibt es nicht mehr.'],
])('%s', (sentence, translated) => {
  expect(translateSentences(sentence, textsIn('en'), textsIn('de'))).toBe(translated);
});

test('messages of the server about files and tasks are translated into every language', () => {
  expect(sentences.length).toBeGreaterThan(80);
  const [english, german] = [textsIn('en'), textsIn('de')];
  const unknown = sentences.filter(([text]) => translateSentences(text, english, german) === text);
  expect(unknown).toEqual([]);
});

test.each(['en', 'de'])('messages of several sentences end with a full stop in %s', (language) => {
  const open = Object.values(textsIn(language)).filter(
    (text: string) => /[.?!] [\p{Lu}"„]/u.test(text) && !/[.?!…}]$/.test(text),
  );
  expect(open).toEqual([]);
});
