import type { Plugin } from 'esbuild';
import { readFileSync } from 'node:fs';

import { parseSync, Visitor } from 'vite';

import type { Endpoint } from '../../shared/endpoint.ts';

const scheme = 'lazy:';
const schemasOfEndpoint = ['params', 'query', 'body', 'response', 'list', 'stream'] as const;
const isSchemaOfEndpoint = (name: string): boolean =>
  (schemasOfEndpoint satisfies readonly (keyof Endpoint)[] as readonly string[]).includes(name);

type Program = ReturnType<typeof parseSync>['program'];
type Declared = Extract<Program['body'][number], { type: 'VariableDeclaration' }>;
type Expression = NonNullable<Declared['declarations'][number]['init']>;

interface Edit {
  start: number;
  end: number;
  text: string;
}

interface Lazy {
  code: string;
  names: readonly string[];
}

/**
 * Whether evaluating an expression calls something or reads other constants that may be lazy; the
 * bodies of its functions run later.
 */
const isWork = (code: string): boolean => {
  let [depth, found] = [0, false];
  const enter = () => void (depth += 1);
  const leave = () => void (depth -= 1);
  const work = () => void (found ||= depth === 0);
  new Visitor({
    ArrowFunctionExpression: enter,
    'ArrowFunctionExpression:exit': leave,
    FunctionExpression: enter,
    'FunctionExpression:exit': leave,
    TSTypeReference: enter,
    'TSTypeReference:exit': leave,
    CallExpression: work,
    Identifier: work,
    NewExpression: work,
    ObjectExpression: work,
    SpreadElement: work,
  }).visit(parseSync('expression.ts', `(${code})`).program);
  return found;
};

/** `query: listQuery(…)` of an endpoint becomes a getter that computes it once. */
const lazyProperties = (init: Expression, code: string): Edit[] => {
  const declaration = init.type === 'CallExpression' ? init.arguments[0] : undefined;
  if (declaration?.type !== 'ObjectExpression') return [];
  return declaration.properties.flatMap((property): Edit[] => {
    if (property.type !== 'Property' || property.key.type !== 'Identifier') return [];
    const { name } = property.key;
    const { start, end } = property.value;
    if (!isSchemaOfEndpoint(name)) return [];
    const value = code.slice(start, end);
    const text = `get ${name}() { return $lazy.once(this, '${name}', ${value}); }`;
    return [{ start: property.start, end: property.end, text }];
  });
};

/** The same in a function that makes endpoints alike; `start` is its place in the module. */
const lazyInFunction = (code: string, start: number): Edit[] => {
  const calls: Expression[] = [];
  const text = `(${code})`;
  new Visitor({
    CallExpression: (call) => {
      if (call.callee.type === 'Identifier' && call.callee.name === 'endpoint') calls.push(call);
    },
  }).visit(parseSync('function.ts', text).program);
  const shift = start - 1;
  return calls
    .flatMap((call) => lazyProperties(call, text))
    .map((edit) => ({ ...edit, start: edit.start + shift, end: edit.end + shift }));
};

/**
 * Constants of a module with schemas that are computed when they are first used: creating all schemas
 * takes a quarter of a start and 12 MiB. They move to a CommonJS module of getters, so
 * that esbuild replaces each use of a name by an access to a property.
 */
export const lazyConstants = (code: string, path: string): Lazy => {
  if (!/from 'zod'|= endpoint\(/.test(code)) return { code, names: [] };
  const names: string[] = [];
  const exported: string[] = [];
  const edits = parseSync(path, code).program.body.flatMap((statement): Edit[] => {
    const isExport = statement.type === 'ExportNamedDeclaration';
    const declared = isExport ? statement.declaration : statement;
    if (declared?.type !== 'VariableDeclaration') return [];
    const [first, ...others] = declared.declarations;
    if (!first?.init || first.id.type !== 'Identifier' || others.length > 0) return [];
    const { id, init } = first;
    const text = code.slice(init.start, init.end);
    if (text.startsWith('endpoint(')) return lazyProperties(init, code);
    if (!isWork(text)) return lazyInFunction(text, init.start);
    names.push(id.name);
    if (isExport) exported.push(id.name);
    const { start, end } = statement;
    return [{ start, end, text: `$lazy.make.${id.name} = () => (${text});` }];
  });
  if (edits.length === 0) return { code, names };
  const edited = edits.reduceRight(
    (text, { start, end, text: edit }) => text.slice(0, start) + edit + text.slice(end),
    code,
  );
  const from = `from ${JSON.stringify(scheme + path)};`;
  const head = `import * as $lazy ${from} import { ${names.join(', ')} } ${from} export { ${exported.join(', ')} };`;
  return { code: `${head}\n${edited}`, names };
};

const getter = (name: string) => `get ${name}() { return once(this, '${name}', make.${name}()); },`;

/** The modules of getters. */
export const lazyGetters: Plugin = {
  name: 'lazy getters',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: new RegExp(`^${scheme}`) }, ({ path }) => ({
      path: path.slice(scheme.length),
      namespace: 'lazy',
    }));
    onLoad({ filter: /.*/, namespace: 'lazy' }, ({ path }) => {
      const { names } = lazyConstants(readFileSync(path, 'utf8'), path);
      return {
        contents: `const make = {};
        const once = (object, name, value) => {
          Object.defineProperty(object, name, { value });
          return value;
        };
        module.exports = { make, once, ${names.map(getter).join('')} };`,
      };
    });
  },
};
