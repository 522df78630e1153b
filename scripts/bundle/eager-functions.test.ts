import { expect, test } from 'vitest';

import { eagerFunctions } from './eager-functions.ts';

/** The places of parts of a text, as V8 reports functions. */
const placesIn = (code: string, parts: readonly string[]) =>
  parts.map((part) => {
    const start = code.indexOf(part);
    return { start, end: start + part.length };
  });

const code = [
  'var add=a=>b=>a+b;',
  'var idle=()=>0;',
  'var later=async()=>1;',
  'var load=__commonJS({"x/index.js"(exports,module){module.exports=function(){return 2}}});',
  'function declared(){return 3}',
  'var record={method(){return 4},get five(){return 5}};',
].join('\n');

test('functions that a start calls are in parentheses, if that is possible', () => {
  const called = placesIn(code, [
    'a=>b=>a+b',
    'b=>a+b',
    'async()=>1',
    '(exports,module){module.exports=function(){return 2}}',
    'function(){return 2}',
    'function declared(){return 3}',
    '(){return 4}',
    '(){return 5}',
  ]);
  expect(eagerFunctions(code, called).split('\n')).toEqual([
    'var add=(a=>(b=>a+b));',
    'var idle=()=>0;',
    'var later=async()=>1;',
    'var load=__commonJS({"x/index.js":(function(exports,module){module.exports=(function(){return 2})})});',
    'function declared(){return 3}',
    'var record={method(){return 4},get five(){return 5}};',
  ]);
  expect(eagerFunctions(code, [])).toBe(code);
});
