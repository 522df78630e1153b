import ts from 'typescript';

import type { SourceFile } from './source-file.ts';

const isExported = (statement: ts.Statement): boolean =>
  ts.canHaveModifiers(statement) &&
  (ts.getModifiers(statement) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);

const namesOfBinding = (name: ts.BindingName): string[] =>
  ts.isIdentifier(name)
    ? [name.text]
    : name.elements.flatMap((element) =>
        ts.isBindingElement(element) ? namesOfBinding(element.name) : [],
      );

const namesOf = (statement: ts.Statement): string[] => {
  if (ts.isExportDeclaration(statement)) {
    const clause = statement.exportClause;
    // `export … from` hands the name of another file on; it is still the same thing.
    if (statement.moduleSpecifier || !clause || !ts.isNamedExports(clause)) return [];
    return clause.elements.map(({ name }) => name.text);
  }
  if (!isExported(statement)) return [];
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.flatMap(({ name }) => namesOfBinding(name));
  }
  const named = statement as ts.DeclarationStatement;
  return named.name && ts.isIdentifier(named.name) ? [named.name.text] : [];
};

/** The names that a file exports. A value and a type of one name in one file count once. */
export const exportedNames = ({ path, text }: SourceFile): Set<string> => {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, false);
  return new Set(source.statements.flatMap(namesOf));
};

/** Names that several of the files export, as `name: file, file`. */
export const sharedNames = (files: readonly SourceFile[]): string[] => {
  const pathsByName = new Map<string, string[]>();
  for (const file of files) {
    for (const name of exportedNames(file)) {
      pathsByName.set(name, [...(pathsByName.get(name) ?? []), file.path]);
    }
  }
  return [...pathsByName]
    .filter(([, paths]) => paths.length > 1)
    .map(([name, paths]) => `${name}: ${paths.join(', ')}`);
};
