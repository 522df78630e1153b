import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

import ts from 'typescript';
import { expect, test } from 'vitest';

const source = path.resolve(import.meta.dirname, '../renderer/src');

/** Attributes with user-visible or spoken text. */
const spoken = new Set(['aria-label', 'alt', 'data-hint', 'label', 'placeholder', 'title']);

/** Identical in every language. */
const names = new Set(['Octavo', 'CSV', 'JSON']);
const isExample = (text: string) => /^[\w/-]+(\.[\w-]+)+$/.test(text);

const isText = (text: string) =>
  /\p{L}{2}/u.test(text) && !names.has(text.trim()) && !isExample(text);

/** Untranslated texts in a component. */
const literalTexts = (file: string): string[] => {
  const content = readFileSync(file, 'utf8');
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isJsxText(node) && isText(node.text)) found.push(node.text.trim());
    if (
      ts.isJsxAttribute(node) &&
      spoken.has(node.name.getText()) &&
      node.initializer !== undefined &&
      ts.isStringLiteral(node.initializer) &&
      isText(node.initializer.text)
    ) {
      found.push(node.initializer.text);
    }
    node.forEachChild(visit);
  };
  visit(ts.createSourceFile(file, content, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX));
  return found.map((text) => `${path.basename(file)}: ${text}`);
};

test('every word of the page comes from the texts, so that it can be translated', () => {
  const files = globSync('**/*.tsx', { cwd: source }).map((file) => path.join(source, file));
  expect(files.length).toBeGreaterThan(100);
  expect(files.flatMap(literalTexts)).toEqual([]);
});
