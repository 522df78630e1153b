import type { QueryKey } from '@tanstack/react-query';
import type { ComponentType } from 'react';

import type { Library } from '../../../../shared/api/libraries.ts';

export interface FilePlan {
  id: string;
  task_id: string | null;
  /** Number of files by state. */
  files: Readonly<Record<string, number>>;
  created_at: string;
  undoable_until: string;
}

export interface PlannedFile {
  id: string;
  book_id: string;
  title: string;
  state: string;
  reason: string | null;
}

/** The differences between kinds of plans. */
export interface FilePlanKind<Plan extends FilePlan, File extends PlannedFile> {
  /** Namespace of its texts, and first part of its query keys. */
  name: 'conversions' | 'metadataWrites';
  /** The setting of a library that allows it. */
  allowedBy: keyof Library & ('convert_files' | 'write_metadata');
  /** The state of a changed file. */
  done: File['state'];
  /** Keys of other queries whose results change with the files. */
  affected: readonly QueryKey[];
  list: (libraryId: string, signal: AbortSignal) => Promise<{ data: Plan[] }>;
  get: (id: string, signal: AbortSignal) => Promise<Plan>;
  files: (
    id: string,
    query: { page: number; pageSize: number; state?: File['state'] },
    signal: AbortSignal,
  ) => Promise<{ data: File[]; totalPages: number }>;
  apply: (id: string) => Promise<unknown>;
  undo: (id: string, fileIds: string[] | undefined) => Promise<unknown>;
  discard: (id: string) => Promise<unknown>;
  Icon: ComponentType<{ stroke: number }>;
  /** Above the files. */
  Summary?: ComponentType<{ plan: Plan }>;
  /** The changes of a file. */
  Changes: ComponentType<{ file: File }>;
}
