import type { RowCoverage } from './coverage.ts';
import type { SpecRow } from './spec-rows.ts';

/** The text of docs/conformance.md: one line per row of the specification, with its test. */
export const conformanceDocument = (
  rows: readonly SpecRow[],
  proofs: readonly RowCoverage[],
): string => {
  const tables = [...new Set(rows.map(({ table }) => table))];
  const count = (result: RowCoverage['result']) =>
    proofs.filter((proof) => proof.result === result).length;
  return [
    '# Conformance',
    '',
    `The specification of the API has ${rows.length} rows in ${tables.length} tables. Tests send real requests to a`,
    'real server, one for each row, and generate this page:',
    `**${count('pass')} pass, ${count('fail')} fail**.`,
    '',
    'The tests are in [server/conformance](../server/conformance); their names are the texts below.',
    'They fail if this page differs, or if a row has no test;',
    '`npx vitest run server/conformance -u` updates it.',
    ...tables.flatMap((table) => section(table, rows, proofs)),
    '',
  ].join('\n');
};

const section = (
  table: string,
  rows: readonly SpecRow[],
  proofs: readonly RowCoverage[],
): readonly string[] => [
  '',
  `## ${table}`,
  '',
  '| Row | What the test shows | Test | Result |',
  '| --- | --- | --- | --- |',
  ...rows
    .filter((row) => row.table === table)
    .map(({ id, subject }) => {
      const proof = proofs.find(({ row }) => row === id);
      return `| \`${subject}\` | ${proof?.shows ?? ''} | ${proof?.file ?? ''} | ${proof?.result ?? 'fail'} |`;
    }),
];
