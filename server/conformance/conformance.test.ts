import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { accounts } from './accounts.ts';
import { admin } from './admin.ts';
import { apiDocs } from './api-docs.ts';
import { background } from './background.ts';
import { books } from './books.ts';
import { compatibility } from './compatibility.ts';
import { conformanceDocument } from './document.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { filters } from './filters.ts';
import { useConformanceServer, type ConformanceServerOptions } from './fixture.ts';
import { createRowTests, type DescribeArea, type RowCoverage } from './coverage.ts';
import { libraries } from './libraries.ts';
import { lists } from './lists.ts';
import { pages } from './pages.ts';
import { permissionNames } from './permissions.ts';
import { reading } from './reading.ts';
import { releases } from './releases.ts';
import { scanning } from './scanning.ts';
import { series } from './series.ts';
import { signIn } from './sign-in.ts';
import { specRows } from './spec-rows.ts';

const specification = join(
  import.meta.dirname,
  '../../../shared/spec/library-management-service-api.md',
);
const rows = specRows(readFileSync(specification, 'utf8'));
const proofs: RowCoverage[] = [];

/** Runs the tests of some files, in this order, on one server. */
const prove = (
  what: string,
  areas: Record<string, DescribeArea>,
  options: ConformanceServerOptions = {},
) =>
  describe(what, () => {
    const fixture = useConformanceServer(options);
    for (const [file, area] of Object.entries(areas)) area(createRowTests(proofs, file), fixture);
  });

prove(
  'who is who',
  {
    'api-docs.ts': apiDocs,
    'sign-in.ts': signIn,
    'accounts.ts': accounts,
    'permissions.ts': permissionNames,
  },
  { empty: true },
);
prove('books that are read', {
  'pages.ts': pages,
  'reading.ts': reading,
  'releases.ts': releases,
  'admin.ts': admin,
});
prove('libraries that come and go', {
  'libraries.ts': libraries,
  'scanning.ts': scanning,
  'events.ts': events,
});
prove('series', { 'series.ts': series });
prove('books', { 'books.ts': books });
prove('filters', { 'filters.ts': filters });
prove('background work', { 'background.ts': background });
prove('lists', { 'compatibility.ts': compatibility, 'lists.ts': lists });
// The last test breaks the server.
prove('errors', { 'errors.ts': errors });

describe('docs/conformance.md', () => {
  it('has one proof for every row of the specification', () => {
    const proven = proofs.map(({ row }) => row);
    expect(proven.toSorted()).toEqual(rows.map(({ id }) => id).toSorted());
  });

  it('says what the tests have shown', async () => {
    await expect(conformanceDocument(rows, proofs)).toMatchFileSnapshot(
      '../../docs/conformance.md',
    );
  });
});
