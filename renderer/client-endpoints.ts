import { Visitor, type ESTree, type Plugin } from 'vite';

/** The fields of an endpoint that the client reads; the schemas are for the server and its documentation. */
const ofClient = new Set(['id', 'method', 'path', 'bodyType']);

interface Edit {
  start: number;
  end: number;
  text: (code: string) => string;
}

/** Newlines stay, because error messages count them. */
const blank = (code: string): string => code.replace(/[^\n]/g, '');
const pure = (code: string): string => `/* @__PURE__ */ (() => (${code}))()`;

/**
 * Drops schemas and texts from the declarations of endpoints, and marks the other values of
 * `shared/` as free of side effects. Schemas that nothing uses are then removed from the bundle, so
 * that the first page loads without zod.
 */
export const clientEndpoints = (): Plugin => ({
  name: 'client endpoints',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /[\\/]shared[\\/](?:api[\\/])?[\w-]+\.ts$/ },
    handler(code) {
      const program = this.parse(code, { lang: 'ts' });
      const calls: ESTree.CallExpression[] = [];
      const collect = (node: ESTree.CallExpression) => {
        if (node.callee.type === 'Identifier' && node.callee.name === 'endpoint') calls.push(node);
      };
      new Visitor({ CallExpression: collect }).visit(program);
      const isEndpoint = (node: ESTree.Node) => calls.some(({ start }) => start === node.start);
      const values = valuesOf(program).filter(
        (value) => value.type !== 'ArrowFunctionExpression' && !isEndpoint(value),
      );
      const edits = [
        ...calls.flatMap((call) => editsOf(call, code)),
        ...values.map(({ start, end }): Edit => ({ start, end, text: pure })),
      ].sort((a, b) => a.start - b.start);
      const edited = edits.reduceRight(
        (text, { start, end, text: edit }) =>
          text.slice(0, start) + edit(text.slice(start, end)) + text.slice(end),
        code,
      );
      return { code: edited, map: null };
    },
  },
});

/** The initial values of the constants of a module. */
const valuesOf = ({ body }: ESTree.Program): ESTree.Expression[] =>
  body.flatMap((statement) => {
    const declared =
      statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (declared?.type !== 'VariableDeclaration') return [];
    return declared.declarations.flatMap(({ init }) => init ?? []);
  });

/** Blanks what the client does not read. */
const editsOf = ({ arguments: [declaration] }: ESTree.CallExpression, code: string): Edit[] => {
  if (declaration?.type !== 'ObjectExpression') return [];
  return declaration.properties.flatMap((property) => {
    // Endpoints share only fields for the server by a spread.
    if (property.type === 'Property') {
      if (property.key.type !== 'Identifier' || ofClient.has(property.key.name)) return [];
    }
    const comma = /^\s*,/.exec(code.slice(property.end))?.[0].length ?? 0;
    return [{ start: property.start, end: property.end + comma, text: blank }];
  });
};
