import { expect, test } from 'vitest';

import { browsersDocument } from './browsers-document.ts';
import { stories } from './stories.ts';

test('docs/browsers.md lists the stories', async () => {
  await expect(browsersDocument(stories)).toMatchFileSnapshot('../../docs/browsers.md');
});
