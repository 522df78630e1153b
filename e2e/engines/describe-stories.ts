import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, describe, test } from 'vitest';

import { sizes, type Engine, type EngineKind, type EnginePage, type SizeName } from './page.ts';
import { simulateUser, type SimulatedUser } from './simulated-user.ts';
import { stories } from './stories.ts';
import { openStoryFixture, type StoryFixture } from './story-fixture.ts';
import { needs } from '../../server/testing/needs.ts';

/** Tests of all stories in one engine, at each of their sizes, with a server of their own. */
export const describeStories = (kind: EngineKind): void => {
  const isThere = Object.keys(kind.needs).every(existsSync);
  const packages = [...new Set(Object.values(kind.needs))].join(', ');

  describe(kind.name, () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'octavo-engines-'));
    let fixture: StoryFixture;
    let engine: Engine;
    beforeAll(async () => {
      if (!isThere) return;
      [fixture, engine] = await Promise.all([openStoryFixture(folder), kind.launch()]);
    });
    afterAll(async () => {
      if (!isThere) return;
      await engine.close();
      await fixture.server.stop();
      rmSync(folder, { recursive: true, force: true });
    });

    describe.each(Object.keys(sizes) as SizeName[])('%s', (size) => {
      let page: EnginePage;
      let user: SimulatedUser;
      beforeAll(async () => {
        if (!isThere) return;
        page = await engine.open(size);
        user = simulateUser(page, kind.name, fixture.server.url);
      });
      afterAll(async () => {
        if (isThere) await page.close();
      });

      const storiesAtSize = stories.filter((story) => story.sizes.includes(size));
      test.skipIf(!isThere).each(storiesAtSize)(
        '$flow',
        needs(`${kind.name} (${packages})`),
        async ({ run }) => run(user, fixture, size),
      );
    });
  });
};
