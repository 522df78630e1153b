import { expect, test } from 'vitest';

import { rolePermissions } from '../../../../shared/permissions.ts';
import { hasRight, devicePermissions, withRight } from './device-rights.ts';

const { reader, maintainer } = rolePermissions;

test('a device that reads can do nothing else', () => {
  const permissions = devicePermissions(maintainer);
  expect(hasRight(permissions, 'read')).toBe(true);
  expect(hasRight(permissions, 'download')).toBe(true);
  expect(hasRight(permissions, 'progress')).toBe(true);
  expect(hasRight(permissions, 'manage')).toBe(false);
});

test('a right is given as far as the person has it, and taken away whole', () => {
  const permissions = withRight(devicePermissions(maintainer), 'manage', true, maintainer);
  expect([...permissions].sort()).toEqual([...maintainer].sort());
  const less = withRight(permissions, 'manage', false, maintainer);
  expect(less).toEqual(devicePermissions(maintainer));
  expect(withRight(less, 'progress', false, maintainer)).not.toContain('progress-read');
});

test('a partly granted permission stays so while another one changes', () => {
  const before = [...devicePermissions(reader), 'books-write' as const];
  const after = withRight(before, 'progress', false, reader);
  expect(after).toContain('books-write');
  expect(after).not.toContain('books-delete');
});
