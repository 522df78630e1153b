import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, describe, test } from 'vitest';

import { openConformanceServer, type ConformanceServer } from './house.ts';
import { sizes, type Engine, type EngineKind, type EnginePage, type SizeName } from './page.ts';
import { personAt, type Person } from './person.ts';
import { stories } from './stories.ts';
import { needs } from '../../server/testing/needs.ts';

/** Tests of all stories in one engine, at each of their sizes, with a server of their own. */
export const describeStories = (kind: EngineKind): void => {
  const isThere = Object.keys(kind.needs).every(existsSync);
  const packages = [...new Set(Object.values(kind.needs))].join(', ');

  describe(kind.name, () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'octavo-engines-'));
    let house: ConformanceServer;
    let engine: Engine;
    beforeAll(async () => {
      if (!isThere) return;
      [house, engine] = await Promise.all([openConformanceServer(folder), kind.launch()]);
    });
    afterAll(async () => {
      if (!isThere) return;
      await engine.close();
      await house.server.stop();
      rmSync(folder, { recursive: true, force: true });
    });

    describe.each(Object.keys(sizes) as SizeName[])('%s', (size) => {
      let page: EnginePage;
      let person: Person;
      beforeAll(async () => {
        if (!isThere) return;
        page = await engine.open(size);
        person = personAt(page, kind.name, house.server.url);
      });
      afterAll(async () => {
        if (isThere) await page.close();
      });

      const storiesAtSize = stories.filter((story) => story.sizes.includes(size));
      test.skipIf(!isThere).each(storiesAtSize)(
        '$flow',
        needs(`${kind.name} (${packages})`),
        async ({ tell }) => tell(person, house, size),
      );
    });
  });
};
