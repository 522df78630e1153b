import { Button } from '@mantine/core';
import {
  IconDownload,
  IconLock,
  IconPlayerPause,
  IconPlayerPlay,
  IconRefresh,
  IconTrash,
  IconX,
} from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { bookThumbnailUrl } from '../api/client.ts';
import { useCan, useUser } from '../api/session-store.ts';
import { usePageTitle } from '../ui/layout/page-title.ts';
import { Cover } from '../ui/cover/cover.tsx';
import { Dialog, DialogActions } from '../ui/feedback/dialog.tsx';
import { ItemRow, RowAction } from '../ui/lists/item-row.tsx';
import { ButtonLink } from '../ui/layout/links.tsx';
import { reportFailure } from '../ui/feedback/notify.ts';
import { Page, PageTitle } from '../ui/layout/page.tsx';
import { EmptyState } from '../ui/feedback/empty-state.tsx';
import { useLocale } from '../ui/text/use-locale.ts';
import { isPersistent, readQuota, requestPersistence } from './browser-storage.ts';
import classes from './downloads-page.module.css';
import {
  clearDownloads,
  compareWithServer,
  downloadBook,
  openDownloads,
  pauseBook,
  removeBook,
  resumeBook,
  useDownloads,
} from './downloads.ts';
import { canDownloadBooks, type DownloadedBook, partsOf } from './book-store.ts';
import { useAutomaticSeries } from './automatic-downloads.ts';
import { stopSeriesDownload } from './series-downloads.ts';
import { stoppedText } from './stopped-text.ts';

/** The books downloaded to this device. */
export const DownloadsPage = () => {
  const { t } = useTranslation('offline');
  usePageTitle(t('title'));
  const books = useDownloads((downloads) => downloads.books);
  const user = useUser();
  const isAdmin = useCan('system-admin');
  const automatic = useAutomaticSeries();
  useEffect(() => {
    if (!canDownloadBooks() || user === null) return;
    // The page was opened before the background start.
    if (useDownloads.getState().books === null) void openDownloads();
    else void compareWithServer();
  }, [user]);

  if (!canDownloadBooks()) {
    return (
      <Page>
        <PageTitle>{t('title')}</PageTitle>
        <EmptyState
          icon={<IconLock stroke={1.25} />}
          title={t('insecure.title')}
          action={isAdmin && <ButtonLink to="/settings/devices">{t('insecure.action')}</ButtonLink>}
        >
          {t(isAdmin ? 'insecure.adminText' : 'insecure.text')} {t('insecure.dims')}
        </EmptyState>
      </Page>
    );
  }
  if (books === null) {
    return (
      <Page>
        <div className={classes.column} aria-busy>
          <PageTitle>{t('title')}</PageTitle>
        </div>
      </Page>
    );
  }
  const list = Object.values(books).sort((first, other) =>
    first.book.title_sort.localeCompare(other.book.title_sort, undefined, { numeric: true }),
  );
  if (list.length === 0 && automatic.length === 0) {
    return (
      <Page>
        <PageTitle>{t('title')}</PageTitle>
        <EmptyState icon={<IconDownload stroke={1.25} />} title={t('empty.title')}>
          {t('empty.text')}
        </EmptyState>
      </Page>
    );
  }
  return (
    <Page>
      <div className={classes.column}>
        <PageTitle aside={<RemoveAll />}>{t('title')}</PageTitle>
        <StorageMeter bytes={list.reduce((sum, { bytes }) => sum + bytes, 0)} />
        <Persistence />
        <KeptSeriesList />
        <ul className={classes.list} aria-label={t('title')}>
          {list.map((download) => (
            <BookLine key={download.book.id} kept={download} />
          ))}
        </ul>
      </div>
    </Page>
  );
};

const RemoveAll = () => {
  const { t } = useTranslation('offline');
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        {t('removeAll')}
      </Button>
      <Dialog title={t('removeAll')} opened={asking} onClose={() => setAsking(false)}>
        <p>{t('removeAllQuestion')}</p>
        <DialogActions onCancel={() => setAsking(false)}>
          <Button color="danger" onClick={() => void clearDownloads()}>
            {t('removeAll')}
          </Button>
        </DialogActions>
      </Dialog>
    </>
  );
};

const StorageMeter = ({ bytes }: { bytes: number }) => {
  const { t } = useTranslation('offline');
  const locale = useLocale();
  const { data: quota = null } = useQuery({
    placeholderData: (before) => before,
    queryKey: ['storage-quota', bytes],
    queryFn: () => readQuota(),
  });
  const used = locale.bytes(bytes);
  return (
    <div className={classes.meter}>
      {quota !== null && (
        <meter
          min={0}
          max={Math.max(quota, bytes, 1)}
          value={bytes}
          aria-label={t('usage.label')}
        />
      )}
      <p>
        {quota === null
          ? t('usage.unlimited', { used })
          : t('usage.text', { used, quota: locale.bytes(quota) })}
      </p>
    </div>
  );
};

/** Whether the browser keeps the downloads when space runs out, and a way to ask for it. */
const Persistence = () => {
  const { t } = useTranslation('offline');
  const client = useQueryClient();
  const queryKey = ['storage-persistent'];
  const { data: persistent = null } = useQuery({ queryKey, queryFn: () => isPersistent() });
  if (persistent === null) return null;
  const ask = async () => {
    await requestPersistence();
    await client.invalidateQueries({ queryKey });
  };
  return (
    <div className={classes.persistent}>
      <p>{t(persistent ? 'persistent.yes' : 'persistent.no')}</p>
      {!persistent && (
        <Button size="compact-sm" variant="default" onClick={() => void ask()}>
          {t('persistent.ask')}
        </Button>
      )}
    </div>
  );
};

/** Series whose next unread books are downloaded automatically. */
const KeptSeriesList = () => {
  const { t } = useTranslation('offline');
  const series = useAutomaticSeries();
  if (series.length === 0) return null;
  return (
    <section aria-label={t('series.title')} className={classes.series}>
      <h2>{t('series.title')}</h2>
      <p>{t('series.text')}</p>
      <ul>
        {series.map(({ id, name }) => (
          <li key={id}>
            <Link to="/series/$seriesId" params={{ seriesId: id }}>
              {name}
            </Link>
            <RowAction
              label={t('series.remove', { name })}
              icon={<IconX size={19} stroke={1.6} />}
              onClick={() => stopSeriesDownload(id)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
};

const BookLine = ({ kept }: { kept: DownloadedBook }) => {
  const { t } = useTranslation('offline');
  const { book, status, pagesKept, outdated = false } = kept;
  const { title } = book;
  return (
    <ItemRow
      mark={<Cover src={bookThumbnailUrl(book.id)} title="" ratio={book.cover_ratio} />}
      title={
        status === 'kept' ? (
          <Link to="/read/$bookId" params={{ bookId: book.id }} aria-label={t('read', { title })}>
            {title}
          </Link>
        ) : (
          title
        )
      }
      details={[book.series_name, useStatusText(kept), outdated ? t('outdated') : null]}
      actions={
        <>
          {outdated && status === 'kept' && (
            <RowAction
              label={t('renew', { title })}
              icon={<IconRefresh size={19} stroke={1.6} />}
              onClick={() => void downloadBook(book.id).catch(reportFailure)}
            />
          )}
          {status === 'waiting' && (
            <RowAction
              label={t('pause', { title })}
              icon={<IconPlayerPause size={19} stroke={1.6} />}
              onClick={() => void pauseBook(book.id)}
            />
          )}
          {(status === 'paused' || status === 'failed') && (
            <RowAction
              label={t('resume', { title })}
              icon={<IconPlayerPlay size={19} stroke={1.6} />}
              onClick={() => void resumeBook(book.id).catch(reportFailure)}
            />
          )}
          <RowAction
            label={t(status === 'kept' ? 'remove' : 'cancel', { title })}
            icon={
              status === 'kept' ? (
                <IconTrash size={19} stroke={1.6} />
              ) : (
                <IconX size={19} stroke={1.6} />
              )
            }
            onClick={() => void removeBook(book.id)}
          />
        </>
      }
    >
      {status !== 'kept' && (
        <progress value={pagesKept} max={partsOf(kept)} aria-label={t('progress', { title })} />
      )}
    </ItemRow>
  );
};

const useStatusText = (download: DownloadedBook): string => {
  const { status, pagesKept: kept, bytes } = download;
  const { t } = useTranslation('offline');
  const locale = useLocale();
  const stopped = stoppedText(t, download);
  if (stopped !== null) return stopped;
  if (status === 'kept') return t('status.kept', { size: locale.bytes(bytes) });
  return kept === 0 ? t('status.waiting') : t('status.running', { kept, pages: partsOf(download) });
};
