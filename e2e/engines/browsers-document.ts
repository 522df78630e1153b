import type { EngineKind, SizeName } from './page.ts';

export interface Outcome {
  flow: string;
  engine: EngineKind['name'];
  size: SizeName;
  result: 'passes' | 'fails';
}

const engines = ['Chromium', 'Firefox', 'WebKit'] as const;
const sizes = ['desktop', 'phone'] as const;

/** Behaviour that only a real device can show. */
const notTried = [
  '## Not tried on real devices',
  '',
  'There was no iPhone, iPad or Mac. WebKitGTK shares their engine but not these:',
  '',
  '- Safe areas: the insets of a notch in landscape (WebKitGTK reports 0).',
  '- A long press: our menu on a cover, the selection of a text and its handles.',
  '- Pinching: `touch-action` is tried with two fingers in Chromium only.',
  '- The zoom of Safari when a field gets the focus: only the size of the letters in fields is tested.',
  '- The app on the home screen: icon, startup image, and what stays of its storage after weeks.',
  '- The memory at which iOS closes a page.',
  '',
];

/** Content of docs/browsers.md: a row per flow, a column per engine and size. */
export const browsersDocument = (
  flows: readonly string[],
  outcomes: readonly Outcome[],
): string => {
  const columns = engines.flatMap((engine) => sizes.map((size) => ({ engine, size })));
  const cell = (flow: string, { engine, size }: (typeof columns)[number]) =>
    outcomes.find(
      (outcome) => outcome.flow === flow && outcome.engine === engine && outcome.size === size,
    )?.result ?? '–';
  return [
    '# Browsers',
    '',
    'Octavo supports Safari and iOS from 17.4, Firefox from 128, Chrome and Edge from 120. The same stories run',
    'in Chromium, Firefox ESR and WebKitGTK, which shares its engine with Safari, at 1440 × 900',
    '(desktop) and 390 × 844 (phone; the window of WebKitGTK is at least 447 wide). Double pages and two columns',
    'run on a phone in landscape. A dash is a story without a test at that size.',
    '',
    'The stories are in [e2e/engines](../e2e/engines) and generate this page:',
    '`npx vitest run --config e2e/engines/vitest.config.ts -u`, after a build and with all three engines installed.',
    '',
    `| Flow | ${columns.map(({ engine, size }) => `${engine}, ${size}`).join(' | ')} |`,
    `| --- | ${columns.map(() => '---').join(' | ')} |`,
    ...flows.map(
      (flow) => `| ${flow} | ${columns.map((column) => cell(flow, column)).join(' | ')} |`,
    ),
    '',
    ...notTried,
  ].join('\n');
};
