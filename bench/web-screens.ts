import type { Page } from 'playwright';

import { figure, record } from './figures.ts';
import type { WebLibrary } from './web-library.ts';
import { collectScripts, gzippedBytes, untilThere } from './web-probes.ts';
import { takeShifts, watchShifts } from '../e2e/support/layout-shifts.ts';
import { median } from './statistics.ts';

declare global {
  /** When the content was first there (ms since the navigation). */
  var contentAt: number | undefined;
}

/** Runs per screen, each with an empty cache. */
const opened = 5;
/** Pause between two keys of a fast typist (ms). */
const keyMs = 60;
const typed = 'lantern 49';

interface Screen {
  name: string;
  /** Path and search. */
  at: string;
  /** Selector of the content that the user waits for. */
  content: string;
  /** Target for the time until it is there (ms). */
  budget: number;
}

const screensOf = ({ many }: WebLibrary): Screen[] => [
  { name: 'Home', at: '/', content: 'main li a[href^="/book/"]', budget: 400 },
  { name: 'Health', at: '/health', content: 'main ul[aria-label="Problems"] > li', budget: 400 },
  {
    name: 'Organise',
    at: `/library/${many}/organise`,
    content: '[data-pane=series] li button',
    budget: 600,
  },
  { name: 'Search', at: '/search?q=river', content: 'main [data-index] a', budget: 500 },
  { name: 'Library', at: `/library/${many}`, content: 'main [data-index] a', budget: 600 },
  { name: 'Duplicates', at: '/duplicates', content: 'main h1', budget: 600 },
  { name: 'Trash', at: '/trash', content: 'main h1', budget: 600 },
];

interface Opened {
  /** From navigation to content (ms). */
  drawn: number;
  /** Processor time of scripts and of all work of the main thread (ms). */
  scripting: number;
  work: number;
  /** Cumulative layout shift a second after the content. */
  shift: number;
  /** Gzipped bytes of the scripts requested until the content. */
  scripts: number;
}

const openScreen = async (page: Page, { at: path, content }: Screen): Promise<Opened> => {
  await watchShifts(page);
  const scriptResponses = collectScripts(page);
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  // The page itself notes the time, because asking for it from outside takes longer than a frame.
  await page.addInitScript((selector) => {
    const check = () => {
      if (document.querySelector(selector) === null) requestAnimationFrame(check);
      else globalThis.contentAt = performance.now();
    };
    requestAnimationFrame(check);
  }, content);
  await page.goto(path, { waitUntil: 'commit' });
  await untilThere(page, content);
  const until = [...scriptResponses];
  const { metrics } = await session.send('Performance.getMetrics');
  const spent = (name: string) =>
    1000 * (metrics.find((metric) => metric.name === name)?.value ?? NaN);
  await page.waitForTimeout(1000);
  const drawn = await page.evaluate(() => globalThis.contentAt ?? NaN);
  const shift = (await takeShifts(page)).reduce((sum, { value }) => sum + value, 0);
  const scripts = await gzippedBytes(until);
  await session.detach();
  const [scripting, work] = [spent('ScriptDuration'), spent('TaskDuration')];
  return { drawn, scripting, work, shift, scripts };
};

/** Types right after the key that opens the palette; returns the characters that arrived. */
const typeIntoPalette = async (page: Page): Promise<string> => {
  await page.keyboard.press('Control+k');
  for (const letter of typed) {
    await page.waitForTimeout(keyMs);
    await page.keyboard.press(letter === ' ' ? 'Space' : letter);
  }
  await page.getByRole('combobox').waitFor();
  return page.getByRole('combobox').inputValue();
};

/** Each screen with an empty cache: time, processor, layout shift and scripts. */
export const benchScreens = async (
  open: () => Promise<Page>,
  library: WebLibrary,
): Promise<void> => {
  console.log(
    `${'Screen, cold; medians'.padEnd(24)}    drawn    target  scripts   work   shift  JavaScript`,
  );
  for (const screen of screensOf(library)) {
    const runs: Opened[] = [];
    for (let run = 0; run < opened; run += 1) {
      const page = await open();
      runs.push(await openScreen(page, screen));
      await page.context().close();
    }
    const medianOf = (name: keyof Opened) => median(runs.map((run) => run[name]));
    record(
      figure(`${screen.name}, nothing cached`, medianOf('drawn'), 'ms', `≤ ${screen.budget}`),
      figure(`${screen.name}, layout shift`, medianOf('shift'), '', '≤ 0.02'),
    );
    if (screen.name === 'Home') {
      const bytes = medianOf('scripts');
      record(figure('JavaScript until Home is drawn, gzip', bytes / 1000, 'kB', '≤ 180'));
    }
    const formatted = (value: number) => `${value.toFixed(0)} ms`.padStart(8);
    console.log(
      `${screen.name.padEnd(24)}${formatted(medianOf('drawn'))}  ${formatted(screen.budget)} ${formatted(medianOf('scripting'))} ${formatted(medianOf('work'))}` +
        `${medianOf('shift').toFixed(3).padStart(8)} ${(medianOf('scripts') / 1000).toFixed(0).padStart(6)} kB`,
    );
  }
  const page = await open();
  await page.goto('/');
  await untilThere(page, 'main li a');
  const arrived = await typeIntoPalette(page);
  console.log(`Palette: typed "${typed}" at ${keyMs} ms a key, arrived "${arrived}"`);
  await page.context().close();
};
