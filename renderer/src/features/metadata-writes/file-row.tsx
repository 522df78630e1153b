import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

import type { MetadataWriteFile } from '../../../../shared/api/metadata-writes.ts';
import { bookThumbnailUrl } from '../../api/client.ts';
import { Cover } from '../../ui/cover/cover.tsx';
import { useTranslateServerMessage } from '../../ui/feedback/translate-server-message.ts';
import classes from './metadata-writes.module.css';

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

/** A file with what changes in it, and why not. */
export const FileRow = ({
  file,
  onUndo,
}: {
  file: MetadataWriteFile;
  onUndo: (() => void) | null;
}) => {
  const { t } = useTranslation(['metadataWrites', 'editing']);
  const sentence = useTranslateServerMessage();
  const state = file.state === 'writing' || file.state === 'undoing' ? 'pending' : file.state;
  const fieldName = (field: string) =>
    field === 'series' || field === 'count'
      ? t(field)
      : t(`editing:field.${field as 'title'}`, { defaultValue: field });
  return (
    <li className={classes.file}>
      <Cover src={bookThumbnailUrl(file.book_id)} title="" />
      <div className={classes.told}>
        <h2>
          <span className={classes.mark} data-state={state}>
            {t(`state.${state}`)}
          </span>
          <Link data-alone to="/book/$bookId" params={{ bookId: file.book_id }}>
            {file.title}
          </Link>
        </h2>
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
        {file.reason !== null && <p className={classes.reason}>{sentence(file.reason)}</p>}
      </div>
      {onUndo !== null && file.state === 'written' && (
        <Button
          variant="default"
          size="compact-md"
          aria-label={t('undoOf', { name: file.title })}
          onClick={onUndo}
        >
          {t('undo')}
        </Button>
      )}
    </li>
  );
};
