import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

const source = join(import.meta.dirname, '../renderer/src');
const styles = join(import.meta.dirname, '../node_modules/@mantine/core/styles');

test('no part of Mantine is used without its styles: it would be there and not be seen', () => {
  const texts = globSync('**/*.{ts,tsx}', { cwd: source }).map((file) =>
    readFileSync(join(source, file), 'utf8'),
  );
  const used = texts.flatMap((text) =>
    [...text.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)].flatMap(([, names = '']) =>
      names.split(',').map((name) => name.trim()),
    ),
  );
  const loaded = new Set(
    texts.flatMap((text) =>
      [...text.matchAll(/@mantine\/core\/styles\/(\w+)\.layer\.css/g)].map(([, name]) => name),
    ),
  );
  expect(used).toContain('Skeleton');
  const unseen = new Set(
    used.filter((name) => existsSync(join(styles, `${name}.layer.css`)) && !loaded.has(name)),
  );
  expect([...unseen]).toEqual([]);
});
