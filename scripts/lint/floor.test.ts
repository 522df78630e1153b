import { readFileSync } from 'node:fs';
import path from 'node:path';

import compatData from '@mdn/browser-compat-data' with { type: 'json' };
import { ESLint } from 'eslint';
import { describe, expect, test } from 'vitest';

import { root } from '../run.ts';
import { browsersWithout, namesAboveFloor, oldestBrowsers } from './browser-support.ts';

const eslint = new ESLint({ cwd: root });

/** Lint messages of the browser support rules. */
const lint = async (filePath: string, code: string): Promise<string[]> => {
  const results = await eslint.lintText(code, { filePath: path.join(root, filePath) });
  return results
    .flatMap(({ messages }) => messages)
    .filter(({ ruleId, fatal }) => fatal === true || /^(compat|floor|css)\//.test(ruleId ?? ''))
    .map(({ line, ruleId, message }) => `${line} ${ruleId ?? ''}: ${message}`);
};

// The service worker's project is the smallest with browser types, so it is type-checked fastest.
const script = 'renderer/worker/service-worker.ts';

test('a script is refused what the oldest browsers lack: names, methods of values, parts taken out', async () => {
  const faults = await lint(
    script,
    `export const address = URL.parse('/');
     export const bytes = new Response('').bytes();
     export const { parse } = URL;
     export const cookies = new CookieStore();
     `,
  );
  expect(faults).toEqual([
    expect.stringMatching(/^1 floor\/.*parse is above the floor.*safari \(since 18\)/),
    expect.stringMatching(/^2 floor\/.*bytes is above the floor.*chrome \(since 132\)/),
    expect.stringMatching(/^3 floor\/.*parse is above the floor/),
    expect.stringMatching(/^4 compat\/compat: CookieStore is not supported in/),
  ]);
});

test('a script can detect a feature, and use those that all supported browsers have', async () => {
  const faults = await lint(
    script,
    `export const can = typeof URL.parse === 'function';
     export const parsed = URL.parse?.('/');
     export const fields = Object.groupBy(['a'], (text) => text);
     export const signal = AbortSignal.any([AbortSignal.timeout(1)]);
     `,
  );
  expect(faults).toEqual([]);
});

test('a style sheet is refused what the oldest browsers lack, unless it asks for it', async () => {
  const faults = await lint(
    'renderer/src/probe.css',
    `a { field-sizing: content; color: light-dark(red, blue); }
@scope (a) { b { color: red; } }
@supports (field-sizing: content) { a { field-sizing: content; } }
a:has(b) { & c { inset-inline: 0; width: 100dvw; color: color-mix(in srgb, red, blue); } }
`,
  );
  expect(faults).toEqual([
    expect.stringMatching(/^1 css\/use-baseline: Property 'field-sizing'/),
    expect.stringMatching(/^1 css\/use-baseline: Function 'light-dark'/),
    expect.stringMatching(/^2 css\/use-baseline: At-rule '@scope'/),
  ]);
});

test.each(['renderer', 'renderer/worker', 'shared'])(
  '%s is compiled against the JavaScript of 2024, so that later methods have no type',
  (project) => {
    const text = readFileSync(path.join(root, project, 'tsconfig.json'), 'utf8');
    const [language] = JSON.parse(/"lib": (\[[^\]]+\])/.exec(text)?.[1] ?? '[]') as string[];
    expect(language).toBe('ES2024');
  },
);

describe('what MDN says of the oldest browsers', () => {
  const browsers = oldestBrowsers(['safari >= 17.4', 'firefox >= 128', 'chrome >= 120']);

  test.each([
    [['URL'], 'parse', ['safari (since 18)', 'chrome (since 126)']],
    [['Uint8Array'], 'toHex', ['safari (since 18.2)', 'firefox (since 133)', 'chrome (since 140)']],
    [['HTMLDivElement', 'HTMLElement', 'Element'], 'checkVisibility', []],
    [['CSSStyleDeclaration'], 'scrollbarWidth', ['safari (since 18.2)', 'chrome (since 121)']],
    // A browser that creates a Touch object supports touch.
    [['Touch'], 'clientX', []],
    [['Unheard'], 'of', []],
  ])('%s %s', (owners, member, lacking) => {
    expect(browsersWithout(owners, member, browsers)).toEqual(lacking);
  });

  test('no member is left out by its name', () => {
    const names = namesAboveFloor(browsers);
    const { api, javascript, css } = compatData;
    const members = [
      ...Object.entries({ ...api, ...javascript.builtins }).flatMap(([owner, entries]) =>
        Object.keys(entries).map((name) => [owner, name.replace(/_static$/, '')] as const),
      ),
      ...Object.keys(api).map((name) => ['Window', name] as const),
      ...Object.keys(css.properties ?? {}).map(
        (name) =>
          [
            'CSSStyleDeclaration',
            name.replace(/-./g, (part) => part.charAt(1).toUpperCase()),
          ] as const,
      ),
    ];
    const above = members.filter(
      ([owner, name]) => browsersWithout([owner], name, browsers).length > 0,
    );
    expect(above.length).toBeGreaterThan(1000);
    expect(above.filter(([, name]) => !names.has(name))).toEqual([]);
  });

  test('a floor of another form is refused rather than left out', () => {
    expect(() => oldestBrowsers(['defaults'])).toThrow('another form: defaults');
  });
});
