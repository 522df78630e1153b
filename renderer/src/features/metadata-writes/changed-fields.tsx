import { useTranslation } from 'react-i18next';

import type { MetadataWriteFile } from '../../../../shared/api/metadata-writes.ts';
import { ChangedValue } from '../editing/changed-value.tsx';
import classes from '../file-plans/file-plans.module.css';

/** The fields that change in a file. */
export const ChangedFields = ({ file }: { file: MetadataWriteFile }) => {
  const { t } = useTranslation('metadataWrites');
  return (
    <>
      <p>{file.path}</p>
      {file.sidecar !== null && <p>{t('beside', { path: file.sidecar })}</p>}
      {file.changes.map((change) => (
        <ChangedValue
          key={change.field}
          {...change}
          name={change.field === 'series' || change.field === 'count' ? t(change.field) : undefined}
          className={classes.change}
        />
      ))}
    </>
  );
};
