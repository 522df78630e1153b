/**
 * Takes away what Safari 17.4 lacks of what the engines of the tests have, by MDN. Runs in front of the first
 * script of the page, and of the worker of pdf.js.
 */
const takeAway = (): void => {
  const lack = (owner: object | undefined, names: string[]) => {
    for (const name of names) if (owner) Reflect.deleteProperty(owner, name);
  };
  const { prototype: map } = Map;
  const { prototype: weakMap } = WeakMap;
  const { prototype: bytes } = Uint8Array;
  lack(map, ['getOrInsert', 'getOrInsertComputed']);
  lack(weakMap, ['getOrInsert', 'getOrInsertComputed']);
  lack(bytes, ['toBase64', 'toHex', 'setFromBase64', 'setFromHex']);
  lack(Uint8Array, ['fromBase64', 'fromHex']);
  lack(Math, ['sumPrecise', 'f16round']);
  lack(Promise, ['try']);
  lack(RegExp, ['escape']);
  lack(URL, ['parse']);
  lack(Error, ['isError']);
  lack(ReadableStream.prototype, ['values']);
  lack(ReadableStream.prototype, [Symbol.asyncIterator as unknown as string]);
  lack(globalThis, ['Iterator', 'Float16Array', 'navigation', 'Navigation', 'scheduler']);
};

/** What is rewritten, and how. */
export const olderSafari = {
  scripts: /^\/browser-check\.js$|pdf\.worker\.min\.mjs$/,
  rewrite: (script: string): string => `(${String(takeAway)})();\n${script}`,
};
