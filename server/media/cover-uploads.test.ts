import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { pngPage } from '../testing/zip.ts';
import { createCoverUploads } from './cover-uploads.ts';

test('an image that is deleted while the images are listed is left out', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'octavo-uploads-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const uploads = createCoverUploads({ dir });
  const id = crypto.randomUUID();
  const name = await uploads.save(id, pngPage(), { count: 8, bytes: 1_000_000 });
  // Its folder names it, but it cannot be found any more.
  symlinkSync(join(dir, 'gone'), join(dir, id.slice(-2), `${id}-gone.webp`));
  expect(await uploads.list(id)).toMatchObject([{ name, width: 8, height: 12 }]);
});
