import type { Plugin } from 'vite';

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
      const edits = this.parse(code, { lang: 'ts' }).body.flatMap((statement): Edit[] => {
        const declared =
          statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
        if (declared?.type !== 'VariableDeclaration') return [];
        return declared.declarations.flatMap(({ init }): Edit[] => {
          if (init === null || init.type === 'ArrowFunctionExpression') return [];
          const endpoint = init.type === 'CallExpression' ? init.arguments[0] : undefined;
          const isEndpoint = code.slice(init.start, init.end).startsWith('endpoint(');
          if (!isEndpoint || endpoint?.type !== 'ObjectExpression') {
            return [{ start: init.start, end: init.end, text: pure }];
          }
          return endpoint.properties.flatMap((property) => {
            if (property.type !== 'Property' || property.key.type !== 'Identifier') return [];
            if (ofClient.has(property.key.name)) return [];
            const { start } = property;
            const comma = /^\s*,/.exec(code.slice(property.end))?.[0].length ?? 0;
            return [{ start, end: property.end + comma, text: blank }];
          });
        });
      });
      const edited = edits.reduceRight(
        (text, { start, end, text: edit }) =>
          text.slice(0, start) + edit(text.slice(start, end)) + text.slice(end),
        code,
      );
      return { code: edited, map: null };
    },
  },
});
