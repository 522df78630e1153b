import { readFileSync } from 'node:fs';

import { AST_NODE_TYPES as kinds, ESLintUtils, type TSESTree } from '@typescript-eslint/utils';
import ts from 'typescript';

import { browsersWithout, namesAboveFloor, oldestBrowsers } from './browser-support.ts';

const { browserslist } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
) as { browserslist: string[] };
const browsers = oldestBrowsers(browserslist);
/** Only these are worth asking the type checker, which takes most of the time. */
const suspects = namesAboveFloor(browsers);

/** The interfaces of a type, the most derived first. */
const interfacesOf = (type: ts.Type, checker: ts.TypeChecker): string[] => {
  if (type.isUnionOrIntersection())
    return type.types.flatMap((part) => interfacesOf(part, checker));
  const apparent = checker.getApparentType(type);
  const bases = apparent.isClassOrInterface()
    ? checker.getBaseTypes(apparent)
    : ((apparent as ts.TypeReference).target as ts.InterfaceType | undefined)?.isClassOrInterface()
      ? checker.getBaseTypes((apparent as ts.TypeReference).target)
      : [];
  const name = apparent.getSymbol()?.name;
  return [
    ...(name === undefined ? [] : [name]),
    ...bases.flatMap((base) => interfacesOf(base, checker)),
  ];
};

/** The declaring interface of a member, or the variable of a constructor or namespace. */
const ownerOf = (declaration: ts.Declaration): string | null => {
  const { parent } = declaration;
  if (ts.isInterfaceDeclaration(parent)) return parent.name.text;
  if (ts.isTypeLiteralNode(parent) && ts.isVariableDeclaration(parent.parent)) {
    return parent.parent.name.getText();
  }
  if (ts.isModuleBlock(parent)) return parent.parent.name.text;
  return ts.isVariableDeclarationList(parent) || ts.isSourceFile(parent) ? 'Window' : null;
};

/** Whether the surrounding code checks that the member exists. */
const isAsked = (node: TSESTree.MemberExpression): boolean => {
  const { parent } = node;
  switch (parent.type) {
    case kinds.CallExpression:
      return parent.callee === node && parent.optional;
    case kinds.MemberExpression:
      return parent.object === node && parent.optional;
    case kinds.UnaryExpression:
      return parent.operator === 'typeof' || parent.operator === '!';
    case kinds.LogicalExpression:
      return parent.left === node;
    case kinds.BinaryExpression:
      return /^[!=]==$/.test(parent.operator);
    default:
      return false;
  }
};

/**
 * Reports members of built-in objects that the oldest supported browsers lack. eslint-plugin-compat
 * only sees names (`URL.parse`); methods of values need type information.
 */
export const memberAboveFloor = ESLintUtils.RuleCreator.withoutDocs({
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      lacking:
        '{{member}} is above the floor of browsers: {{browsers}}. Ask for it with `?.` or `typeof`, or do without.',
    },
  },
  create: (context) => {
    const services = ESLintUtils.getParserServices(context);
    const checker = services.program.getTypeChecker();
    const isBuiltIn = (declaration: ts.Declaration) =>
      services.program.isSourceFileDefaultLibrary(declaration.getSourceFile());
    const known = new Map<ts.Symbol, string[]>();

    const lacking = (symbol: ts.Symbol, object: () => ts.Type): string[] => {
      const declared = (symbol.declarations ?? []).filter(isBuiltIn);
      if (declared.length === 0) return [];
      const owners = declared.map(ownerOf).filter((owner) => owner !== null);
      return browsersWithout(
        [...owners, ...interfacesOf(object(), checker)],
        symbol.name,
        browsers,
      );
    };

    const check = (node: TSESTree.Node, symbol: ts.Symbol | undefined, object: TSESTree.Node) => {
      if (symbol === undefined) return;
      const without =
        known.get(symbol) ?? lacking(symbol, () => services.getTypeAtLocation(object));
      known.set(symbol, without);
      if (without.length === 0) return;
      const data = { member: symbol.name, browsers: without.join(', ') };
      context.report({ node, messageId: 'lacking', data });
    };

    return {
      MemberExpression: (node) => {
        if (node.computed || node.property.type !== kinds.Identifier) return;
        if (!suspects.has(node.property.name) || isAsked(node)) return;
        check(node.property, services.getSymbolAtLocation(node.property), node.object);
      },
      'ObjectPattern > Property': ({ key, parent }: TSESTree.Property) => {
        if (key.type !== kinds.Identifier || !suspects.has(key.name)) return;
        check(key, services.getTypeAtLocation(parent).getProperty(key.name), parent);
      },
    };
  },
});
