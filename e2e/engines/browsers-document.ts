import { sizes, type SizeName } from './page.ts';
import type { Story } from './story.ts';

const engines = ['Chromium', 'Firefox', 'WebKit'] as const;
const sizeNames = Object.keys(sizes) as SizeName[];

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

/** Content of docs/browsers.md: a row per story, a column per engine and size. */
export const browsersDocument = (stories: readonly Story[]): string => {
  const columns = engines.flatMap((engine) => sizeNames.map((size) => ({ engine, size })));
  return [
    '# Browsers',
    '',
    'Octavo supports Safari and iOS from 17.4, Firefox from 128, Chrome and Edge from 120. The same stories run',
    'in Chromium, Firefox ESR and WebKitGTK, which shares its engine with Safari, at 1440 × 900',
    '(desktop) and 390 × 844 (phone; the window of WebKitGTK is at least 447 wide). Double pages and two columns',
    'run on a phone in landscape. A dash is a story without a test at that size.',
    '',
    'The stories are in [e2e/engines](../e2e/engines). `npm run test:engines` fails if one of them fails, or is',
    'missing here; `npx vitest run --config e2e/engines/vitest.config.ts browsers-document -u` writes this page.',
    '',
    `| Flow | ${columns.map(({ engine, size }) => `${engine}, ${size}`).join(' | ')} |`,
    `| --- | ${columns.map(() => '---').join(' | ')} |`,
    ...stories.map(
      (story) =>
        `| ${story.flow} | ${columns.map(({ size }) => (story.sizes.includes(size) ? 'passes' : '–')).join(' | ')} |`,
    ),
    '',
    ...notTried,
  ].join('\n');
};
