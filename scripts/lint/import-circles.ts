import { posix } from 'node:path';

import ts from 'typescript';

import type { SourceFile } from './source-file.ts';

/** The paths of the files that a file imports from or exports from, types included. */
const importsOf = (file: SourceFile): string[] => {
  const source = ts.createSourceFile(file.path, file.text, ts.ScriptTarget.Latest, false);
  const specifiers: string[] = [];
  const collect = (node: ts.Node): void => {
    const specifier =
      ts.isImportDeclaration(node) || ts.isExportDeclaration(node)
        ? node.moduleSpecifier
        : ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword
          ? node.arguments[0]
          : ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)
            ? node.argument.literal
            : undefined;
    if (specifier && ts.isStringLiteralLike(specifier)) specifiers.push(specifier.text);
    ts.forEachChild(node, collect);
  };
  collect(source);
  return specifiers
    .filter((specifier) => specifier.startsWith('.'))
    .map((specifier) => posix.join(posix.dirname(file.path), specifier));
};

/**
 * The groups of files that import each other, directly or through others, as `file, file`. Types
 * count like values, and lazy imports like all others.
 */
export const importCircles = (files: readonly SourceFile[]): string[] => {
  const imports = new Map(files.map((file) => [file.path, importsOf(file)]));
  // Tarjan: a file closes a group if nothing that it reaches was begun before it.
  const begun = new Map<string, number>();
  const open: string[] = [];
  const circles: string[] = [];
  const visit = (file: string, imported: readonly string[]): number => {
    const order = begun.size;
    begun.set(file, order);
    const bottom = open.push(file) - 1;
    let lowest = order;
    for (const path of imported) {
      const next = imports.get(path);
      if (!next) continue;
      const earlier = begun.get(path);
      if (earlier === undefined) lowest = Math.min(lowest, visit(path, next));
      else if (open.includes(path)) lowest = Math.min(lowest, earlier);
    }
    if (lowest < order) return lowest;
    const group = open.splice(bottom);
    if (group.length > 1 || imported.includes(file)) circles.push(group.sort().join(', '));
    return lowest;
  };
  for (const [file, imported] of imports) if (!begun.has(file)) visit(file, imported);
  return circles.sort();
};
