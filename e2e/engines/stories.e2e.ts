import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { browsersDocument, type Outcome } from './browsers-document.ts';
import { chromium } from './chromium.ts';
import { firefox } from './firefox.ts';
import { openConformanceServer, type ConformanceServer } from './house.ts';
import { sizes, type Engine, type EnginePage, type SizeName } from './page.ts';
import { personAt, type Person } from './person.ts';
import { stories } from './stories.ts';
import { webkit } from './webkit.ts';
import { needs } from '../../server/testing/needs.ts';

const kinds = [chromium, firefox, webkit];
const isThere = ({ needs }: (typeof kinds)[number]) => Object.keys(needs).every(existsSync);
const outcomes: Outcome[] = [];

const packagesOf = (kind: (typeof kinds)[number]) =>
  `${kind.name} (${[...new Set(Object.values(kind.needs))].join(', ')})`;

describe.each(kinds)('$name', (kind) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'octavo-engines-'));
  let house: ConformanceServer;
  let engine: Engine;
  beforeAll(async () => {
    if (!isThere(kind)) return;
    [house, engine] = await Promise.all([openConformanceServer(folder), kind.launch()]);
  });
  afterAll(async () => {
    if (!isThere(kind)) return;
    await engine.close();
    await house.server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  describe.each(Object.keys(sizes) as SizeName[])('%s', (size) => {
    let page: EnginePage;
    let person: Person;
    beforeAll(async () => {
      if (!isThere(kind)) return;
      page = await engine.open(size);
      person = personAt(page, kind.name, house.server.url);
    });
    afterAll(async () => {
      if (isThere(kind)) await page.close();
    });

    const told = stories.filter((story) => story.sizes.includes(size));
    test.skipIf(!isThere(kind)).each(told)(
      '$flow',
      needs(packagesOf(kind)),
      async ({ flow, tell }) => {
        const outcome: Outcome = { flow, engine: kind.name, size, result: 'fails' };
        outcomes.push(outcome);
        await tell(person, house, size);
        outcome.result = 'passes';
      },
    );
  });
});

test.skipIf(!kinds.every(isThere))(
  'docs/browsers.md says what the stories have shown',
  needs('Chromium, Firefox and WebKit'),
  async () => {
    const flows = stories.map(({ flow }) => flow);
    await expect(browsersDocument(flows, outcomes)).toMatchFileSnapshot('../../docs/browsers.md');
  },
);
