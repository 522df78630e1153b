import { Button } from '@mantine/core';
import { IconFileAlert, IconFolder } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

import {
  restoreIgnoredFiles,
  undoScanReportEntries,
  type EntryKind,
  type ScanReportEntry,
} from '../../../../shared/api/scan-reports.ts';
import { api, bookThumbnailUrl, seriesThumbnailUrl } from '../../api/client.ts';
import { useChange } from '../../api/use-change.ts';
import { useCan } from '../../api/session-store.ts';
import { Cover } from '../../ui/cover/cover.tsx';
import { reportFailure } from '../../ui/feedback/notify.ts';
import { useTranslateServerMessage } from '../../ui/feedback/translate-server-message.ts';
import { ChangedValue } from '../editing/changed-value.tsx';
import classes from './scan-reports.module.css';

const undoneOfKind = {
  added: 'ignore',
  changed: 'restore',
  moved: 'separate',
  series_renamed: 'series',
  series_moved: 'series',
  series_split: 'exchanged',
  series_merged: 'parted',
} as const;

/** Label of the redo action by entry kind. */
const againOfKind: Partial<Record<EntryKind, 'restoreFile' | 'again' | 'mergeAgain'>> = {
  added: 'restoreFile',
  series_renamed: 'again',
  series_moved: 'again',
  series_split: 'again',
  series_merged: 'mergeAgain',
};

/** An entry of a scan report: what changed, with undo or the reason why undo is impossible. */
export const EntryRow = ({ reportId, entry }: { reportId: string; entry: ScanReportEntry }) => {
  const { t } = useTranslation('scanReports');
  const sentence = useTranslateServerMessage();
  const { book, kind, path, series, other_series: other } = entry;
  const name = book?.title ?? series?.name ?? path.slice(path.lastIndexOf('/') + 1);
  return (
    <li className={classes.entry}>
      <EntryCover entry={entry} />
      <div>
        <h2>
          <span className={classes.kindMark}>{t(`kind.${kind}`)}</span>
          {book !== null && !book.missing && (
            <Link data-alone to="/book/$bookId" params={{ bookId: book.id }}>
              {name}
            </Link>
          )}
          {series !== null && <SeriesName series={series} />}
          {(book === null || book.missing) && series === null && name}
        </h2>
        <p>
          {path}
          {entry.previous_path !== null &&
            entry.previous_path !== path &&
            ` ${t('from', { path: entry.previous_path })}`}
        </p>
        {other !== null && (kind === 'series_split' || kind === 'series_merged') && (
          <p>
            {t(`other.${kind}`)} <SeriesName series={other} />
            {!other.missing && ` · ${other.path}`}
          </p>
        )}
        {entry.message !== null && <p>{sentence(entry.message)}</p>}
        {entry.changes.map((change) => (
          <ChangedValue key={change.field} {...change} />
        ))}
        {/* An unreadable file's own message explains what to do. */}
        {entry.refusal !== null && entry.refusal !== 'unreadable' && entry.undone_at === null && (
          <p>{t(`refusal.${entry.refusal}`)}</p>
        )}
      </div>
      <div className={classes.act}>
        <EntryAction reportId={reportId} entry={entry} name={name} />
      </div>
    </li>
  );
};

const SeriesName = ({ series }: { series: NonNullable<ScanReportEntry['series']> }) =>
  series.missing ? (
    series.name
  ) : (
    <Link data-alone to="/series/$seriesId" params={{ seriesId: series.id }}>
      {series.name}
    </Link>
  );

const EntryCover = ({ entry: { book, series } }: { entry: ScanReportEntry }) => {
  if (book !== null) return <Cover src={bookThumbnailUrl(book.id)} title="" />;
  if (series !== null && !series.missing) {
    return <Cover src={seriesThumbnailUrl(series.id)} title="" />;
  }
  return (
    <span className={classes.placeholder} aria-hidden>
      {series === null ? (
        <IconFileAlert size={18} stroke={1.5} />
      ) : (
        <IconFolder size={18} stroke={1.5} />
      )}
    </span>
  );
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
  const canWrite = useCan('books-write');
  const change = useChange(
    [['scans'], ['books'], ['series']],
    (undoing: boolean) =>
      api.call<typeof undoScanReportEntries | typeof restoreIgnoredFiles>(
        undoing ? undoScanReportEntries : restoreIgnoredFiles,
        { params: { id: reportId }, body: { entry_ids: [entry.id] } },
      ),
    reportFailure,
  );
  if (entry.undo !== null && canWrite) {
    const action = t(entry.kind === 'series_merged' ? 'undo.part' : `undo.${entry.undo}`);
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
    const kind = entry.kind as keyof typeof undoneOfKind;
    const again = againOfKind[kind];
    return (
      <>
        <p>{t(`undone.${undoneOfKind[kind]}`)}</p>
        {again !== undefined && canWrite && (
          <Button
            variant="subtle"
            size="compact-md"
            loading={change.isPending}
            aria-label={t('undoOf', { action: t(again), name })}
            onClick={() => change.mutate(false)}
          >
            {t(again)}
          </Button>
        )}
      </>
    );
  }
  return null;
};
