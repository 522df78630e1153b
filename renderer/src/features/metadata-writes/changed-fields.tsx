import { useTranslation } from 'react-i18next';

import type { MetadataWriteFile } from '../../../../shared/api/metadata-writes.ts';
import classes from '../file-plans/file-plans.module.css';

/** Characters of a value that are shown. */
const shownLength = 160;

const nameOf = (entry: unknown): string => {
  if (typeof entry !== 'object' || entry === null) return String(entry);
  const { name, role, url, number } = entry as Record<string, string | number | null | undefined>;
  if (url !== undefined) return String(url);
  const detail = role ?? number;
  return detail === null || detail === undefined ? String(name) : `${name} (${detail})`;
};

const shown = (value: unknown, empty: string): string => {
  if (value === null || value === undefined || value === '') return empty;
  const text = Array.isArray(value) ? value.map(nameOf).join(', ') : nameOf(value);
  if (text === '') return empty;
  return text.length > shownLength ? `${text.slice(0, shownLength)}…` : text;
};

/** The fields that change in a file. */
export const ChangedFields = ({ file }: { file: MetadataWriteFile }) => {
  const { t } = useTranslation(['metadataWrites', 'editing']);
  const fieldName = (field: string) =>
    field === 'series' || field === 'count'
      ? t(field)
      : t(`editing:field.${field as 'title'}`, { defaultValue: field });
  return (
    <>
      <p>{file.path}</p>
      {file.sidecar !== null && <p>{t('beside', { path: file.sidecar })}</p>}
      {file.changes.map(({ field, before, after }) => (
        <p key={field} className={classes.change}>
          {t('change', {
            field: fieldName(field),
            before: shown(before, t('empty')),
            after: shown(after, t('empty')),
          })}
        </p>
      ))}
    </>
  );
};
