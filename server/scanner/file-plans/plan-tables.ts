/** The tables of a kind of plan, and their column names and states. */
export interface FilePlanTables {
  plans: string;
  files: string;
  /** Column of `files`. */
  planPk: string;
  /** States of a file during and after a change. */
  working: string;
  done: string;
  /** Column of `files`: when it was last changed or restored. */
  doneAt: string;
  /** Column of `libraries`: whether an admin allows it. */
  allowedBy: string;
}

export const conversionTables = {
  plans: 'conversions',
  files: 'conversion_files',
  planPk: 'conversion_pk',
  working: 'converting',
  done: 'converted',
  doneAt: 'converted_at',
  allowedBy: 'convert_files',
} as const satisfies FilePlanTables;

export const metadataWriteTables = {
  plans: 'metadata_writes',
  files: 'metadata_write_files',
  planPk: 'write_pk',
  working: 'writing',
  done: 'written',
  doneAt: 'written_at',
  allowedBy: 'write_metadata',
} as const satisfies FilePlanTables;
