import { expect } from 'vitest';

import type { Area } from './ledger.ts';

/** The listing for programs that speak another reader server's API. */
export const compatibility: Area = ({ notYet }, house) => {
  notYet(
    [
      'Compatibility listing: page',
      'Compatibility listing: size',
      'Compatibility listing: library_id',
      'Compatibility listing: search',
      'Limits: page default',
      'Limits: Compatibility route size default',
    ],
    'waits for the compatibility API',
    async () => {
      const { value } = await house().get('/admin/settings/compat.prefix');
      const response = await fetch(`${house().url}/${String(value)}/api/v1/series`);
      expect([response.status, await response.json()]).toMatchObject([404, { error: 'NotFound' }]);
    },
  );
};
