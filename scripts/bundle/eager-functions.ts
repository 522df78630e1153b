import { parseSync, Visitor } from 'vite';

/** Where a function is in its file, as V8 says. */
export interface CodeRange {
  start: number;
  end: number;
}

interface Insertion {
  place: number;
  text: string;
}

/**
 * Puts functions in parentheses, which V8 takes as a sign that they are called at once: it compiles
 * them together with the file, and Node's compile cache, which is made before anything runs, has
 * them. Otherwise each is parsed twice and compiled again at each start. Declarations, methods and
 * asynchronous arrow functions stay as they are.
 */
export const eagerFunctions = (code: string, called: readonly CodeRange[]): string => {
  const wanted = new Set(called.map(({ start, end }) => `${start} ${end}`));
  const ends = new Set(called.map(({ end }) => end));
  const insertions: Insertion[] = [];
  const enclose = ({ start, end }: CodeRange, before = '(') =>
    insertions.push({ place: start, text: before }, { place: end, text: ')' });
  const expression = (node: CodeRange & { async: boolean; type: string }) => {
    if (node.type === 'ArrowFunctionExpression' ? node.async : code[node.start] === '(') return;
    if (wanted.has(`${node.start} ${node.end}`)) enclose(node);
  };
  new Visitor({
    ArrowFunctionExpression: expression,
    FunctionExpression: expression,
    // A CommonJS module, as esbuild writes it: `"node_modules/x/index.js"(exports,module){…}`.
    Property: ({ method, key, value }) => {
      if (!method || key.type !== 'Literal' || value.type !== 'FunctionExpression') return;
      if (!value.async && !value.generator && ends.has(value.end)) enclose(value, ':(function');
    },
  }).visit(parseSync('bundle.js', code, { sourceType: 'module' }).program);
  insertions.sort((a, b) => a.place - b.place);
  let [text, done] = ['', 0];
  for (const { place, text: inserted } of insertions) {
    text += code.slice(done, place) + inserted;
    done = place;
  }
  return text + code.slice(done);
};
