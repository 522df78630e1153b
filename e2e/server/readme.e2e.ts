import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

import { needs } from '../../server/testing/needs.ts';
import { missingCommands } from '../support/commands.ts';
import { copyFixtures } from '../support/library.ts';
import { root } from '../support/server.ts';
import { expect, test } from '../support/test.ts';

const readme = readFileSync(path.join(root, 'README.md'), 'utf8');
const story = /<!-- story:begin -->\s+```bash\n(.+?)```\s+<!-- story:end -->/s.exec(readme)?.[1];

const missing = missingCommands(['bash', 'curl', 'jq']);

test.skipIf(missing.length > 0)(
  'the commands of the README lead from an empty server to a page and a saved position',
  needs(missing.join(' and ')),
  async ({ server, folder }) => {
    const home = path.join(folder, 'home');
    copyFixtures('library/Comics/Pepper & Carrot', path.join(home, 'Comics/Pepper & Carrot'));
    const script = story?.replace('http://127.0.0.1:4477', server.url) ?? '';
    expect(script).toContain(server.url);

    const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], {
      cwd: folder,
      env: { ...process.env, HOME: home },
      timeout: 60_000,
    });

    expect(stdout).toContain('The Potion Contest: 12 pages');
    expect(stdout).toMatch(/page 2 of \d+\n$/);
    for (const file of ['page', 'page-small.webp'])
      expect(existsSync(path.join(folder, file)), file).toBe(true);
    const small = readFileSync(path.join(folder, 'page-small.webp'));
    expect(small.subarray(8, 12).toString()).toBe('WEBP');
  },
);
