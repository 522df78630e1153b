import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import ts from 'typescript';
import { expect, test } from 'vitest';

const server = join(import.meta.dirname, '../server');
const web = join(import.meta.dirname, '../renderer/src');
const textsIn = (language: string) =>
  JSON.parse(readFileSync(join(web, 'locales', language, 'faults.json'), 'utf8')) as object;
/** By its path: scripts are no part of the web app's project. */
const { translateSentences } = (await import(join(web, 'ui/server-sentence.ts'))) as {
  translateSentences: (sentences: string, english: object, own: object) => string;
};

/** Where what stays with a book, a page, a scan or a task is said. */
const places = [
  '{media,scanner}/**/*.ts',
  'features/{data-directory,backups,duplicates,release-sources}/handlers.ts',
  'features/system/startup.ts',
  'data-home/*.ts',
  'database/{backup,storage-problem}.ts',
];

/** Every text of a file that reads like a sentence; what is put into it is a plain word. */
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
    // Sentences that several others end with.
    ts.isIdentifier(expression) && /^(nothingChanged|onPurpose)$/.test(expression.text)
      ? `Nothing was changed.${literal.text}`
      : `word${literal.text}`,
  );
  return node.head.text + rest.join('');
};

const files = globSync(places, { cwd: server }).filter((file) => !file.endsWith('.test.ts'));
const sentences = files.flatMap((file) => sentencesOf(file).map((text) => [text, file] as const));

test('what the server says of files and tasks is known to the page in every language', () => {
  expect(sentences.length).toBeGreaterThan(80);
  const [english, german] = [textsIn('en'), textsIn('de')];
  const unknown = sentences.filter(([text]) => translateSentences(text, english, german) === text);
  expect(unknown).toEqual([]);
});
