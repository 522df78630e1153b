import { SegmentedControl } from '@mantine/core';
import { IconFilePencil } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import {
  applyMetadataWrite,
  deleteMetadataWrite,
  getMetadataWrite,
  listMetadataWriteFiles,
  listMetadataWrites,
  type MetadataWrite,
  type MetadataWriteFile,
  metadataWriteScopes,
  planMetadataWrite,
  undoMetadataWrite,
} from '../../../../shared/api/metadata-writes.ts';
import { api } from '../../api/client.ts';
import { FilePlansPage } from '../file-plans/file-plans-page.tsx';
import type { FilePlanKind } from '../file-plans/types.ts';
import { ChangedFields } from './changed-fields.tsx';
import { withLibrary } from '../library/with-library.tsx';
import { permitted } from '../../ui/layout/permitted.tsx';

const metadataWrites: FilePlanKind<MetadataWrite, MetadataWriteFile> = {
  name: 'metadataWrites',
  allowedBy: 'write_metadata',
  done: 'written',
  affected: [],
  list: (library_id, signal) =>
    api.call(listMetadataWrites, { query: { library_id, pageSize: 20 }, signal }),
  get: (id, signal) => api.call(getMetadataWrite, { params: { id }, signal }),
  files: (id, query, signal) => api.call(listMetadataWriteFiles, { params: { id }, query, signal }),
  apply: (id) => api.call(applyMetadataWrite, { params: { id } }),
  undo: (id, file_ids) => api.call(undoMetadataWrite, { params: { id }, body: { file_ids } }),
  discard: (id) => api.call(deleteMetadataWrite, { params: { id } }),
  Icon: IconFilePencil,
  Changes: ChangedFields,
};

/** Writes edits into the files of a library. */
const MetadataWritesPageContent = () => {
  const { t } = useTranslation('metadataWrites');
  const { libraryId } = useParams({ from: '/shell/library/$libraryId/write-metadata' });
  const [scope, setScope] = useState<MetadataWrite['scope']>('edited');
  return (
    <FilePlansPage
      kind={metadataWrites}
      libraryId={libraryId}
      makePlan={() => api.call(planMetadataWrite, { params: { id: libraryId }, body: { scope } })}
      options={
        <SegmentedControl
          aria-label={t('scope.label')}
          value={scope}
          onChange={setScope}
          data={metadataWriteScopes.map((value) => ({ value, label: t(`scope.${value}`) }))}
        />
      }
      labelOf={(write, date) => t('of', { date, scope: t(`scope.${write.scope}`) })}
    />
  );
};

export const MetadataWritesPage = permitted(
  ['libraries-write', 'books-write'],
  withLibrary(MetadataWritesPageContent),
);
