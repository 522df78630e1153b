import { Button } from '@mantine/core';
import { IconFileAlert } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

import {
  restoreIgnoredFiles,
  undoScanReportEntries,
  type ScanReportEntry,
} from '../../../../shared/api/scan-reports.ts';
import { api, bookThumbnailUrl } from '../../api/client.ts';
import { useCan } from '../../api/session-store.ts';
import { Cover } from '../../ui/cover.tsx';
import { reportFailure } from '../../ui/notify.ts';
import { useServerSentence } from '../../ui/server-sentence.ts';
import classes from './scan-reports.module.css';

const undoOfKind = { added: 'ignore', changed: 'restore', moved: 'separate' } as const;

/** One file of a scan: what happened to it, and taking that back or why that cannot be. */
export const EntryRow = ({ reportId, entry }: { reportId: string; entry: ScanReportEntry }) => {
  const { t } = useTranslation('scanReports');
  const sentence = useServerSentence();
  const { book, kind, path } = entry;
  const name = book?.title ?? path.slice(path.lastIndexOf('/') + 1);
  return (
    <li className={classes.entry}>
      {book === null ? (
        <span className={classes.placeholder} aria-hidden>
          <IconFileAlert size={18} stroke={1.5} />
        </span>
      ) : (
        <Cover src={bookThumbnailUrl(book.id)} title="" />
      )}
      <div>
        <h2>
          <span className={classes.kindMark}>{t(`kind.${kind}`)}</span>
          {book === null || book.missing ? (
            name
          ) : (
            <Link data-alone to="/book/$bookId" params={{ bookId: book.id }}>
              {name}
            </Link>
          )}
        </h2>
        <p>
          {path}
          {entry.previous_path !== null && ` ${t('from', { path: entry.previous_path })}`}
        </p>
        {entry.message !== null && <p>{sentence(entry.message)}</p>}
        {entry.changes.map(({ field, before, after }) => (
          <p key={field}>
            {t('change', {
              field,
              before: shown(before, t('empty')),
              after: shown(after, t('empty')),
            })}
          </p>
        ))}
      </div>
      <div className={classes.act}>
        <EntryAction reportId={reportId} entry={entry} name={name} />
      </div>
    </li>
  );
};

/** Values as they are; lists and records in short. */
const shown = (value: unknown, empty: string): string => {
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return empty;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > 120 ? `${text.slice(0, 120)}…` : text;
};

const EntryAction = ({
  reportId,
  entry,
  name,
}: {
  reportId: string;
  entry: ScanReportEntry;
  name: string;
}) => {
  const { t } = useTranslation('scanReports');
  const client = useQueryClient();
  const mayWrite = useCan('books-write');
  const change = useMutation({
    mutationFn: (undoing: boolean) =>
      api.call<typeof undoScanReportEntries | typeof restoreIgnoredFiles>(
        undoing ? undoScanReportEntries : restoreIgnoredFiles,
        { params: { id: reportId }, body: { entry_ids: [entry.id] } },
      ),
    onSuccess: () =>
      Promise.all(
        ['scans', 'books', 'series'].map((key) => client.invalidateQueries({ queryKey: [key] })),
      ),
    onError: reportFailure,
  });
  if (entry.undo !== null && mayWrite) {
    const action = t(`undo.${entry.undo}`);
    return (
      <Button
        variant="default"
        size="compact-md"
        loading={change.isPending}
        aria-label={t('undoOf', { action, name })}
        onClick={() => change.mutate(true)}
      >
        {action}
      </Button>
    );
  }
  if (entry.undone_at !== null) {
    const kind = entry.kind as keyof typeof undoOfKind;
    return (
      <>
        <p>{t(`undone.${undoOfKind[kind]}`)}</p>
        {entry.kind === 'added' && mayWrite && (
          <Button
            variant="subtle"
            size="compact-md"
            loading={change.isPending}
            aria-label={t('undoOf', { action: t('restoreFile'), name })}
            onClick={() => change.mutate(false)}
          >
            {t('restoreFile')}
          </Button>
        )}
      </>
    );
  }
  // Of an unreadable file its message says what to do.
  if (entry.refusal === null || entry.refusal === 'unreadable') return null;
  return <p>{t(`refusal.${entry.refusal}`)}</p>;
};
