import { Button } from '@mantine/core';
import { IconTrash, IconTrashOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { TrashedBook } from '../../../../shared/api/trash.ts';
import { bookCoverUrl } from '../../api/cover-urls.ts';
import { useCan } from '../../api/session-store.ts';
import { Cover } from '../../ui/cover/cover.tsx';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { usePageTitle } from '../../ui/layout/page-title.ts';
import { Page, PageTitle } from '../../ui/layout/page.tsx';
import { ItemRow, RowAction } from '../../ui/lists/item-row.tsx';
import { Pager } from '../../ui/lists/pager.tsx';
import { useLocale } from '../../ui/text/use-locale.ts';
import { RowsState } from '../settings/rows-skeleton.tsx';
import { ServerSettings } from '../settings/server-settings.tsx';
import settings from '../settings/settings-page.module.css';
import { trashQuery, useForget } from './queries.ts';
import classes from './trash.module.css';
import { permitted } from '../../ui/layout/permitted.tsx';

/** Books whose file is missing, until it reappears or their data is deleted. */
const TrashPageContent = () => {
  const { t } = useTranslation(['trash', 'health']);
  usePageTitle(t('title'), [{ label: t('health:title'), link: { to: '/health' } }]);
  const { page = 1 } = useSearch({ from: '/shell/trash' });
  const navigate = useNavigate({ from: '/trash' });
  const query = useQuery(trashQuery(page));
  const { data } = query;
  const show = (next: number) => void navigate({ search: { page: next }, replace: true });
  const [asking, setAsking] = useState<{ book: TrashedBook | null } | null>(null);
  const canForget = useCan('books-delete');

  return (
    <Page>
      <div className={settings.wide}>
        <PageTitle
          aside={
            canForget &&
            data !== undefined &&
            data.total > 0 && (
              <Button
                variant="default"
                leftSection={<IconTrash size={15} />}
                onClick={() => setAsking({ book: null })}
              >
                {t('empty')}
              </Button>
            )
          }
        >
          {t('title')}
        </PageTitle>
        <p className={settings.intro}>{t('intro')}</p>
        <RowsState query={query} rows={4} />
        {data?.total === 0 && (
          <EmptyState icon={<IconTrashOff stroke={1.25} />} title={t('none')}>
            {t('noneText')}
          </EmptyState>
        )}
        {data !== undefined && data.total > 0 && (
          <section className={settings.section} aria-label={t('list')}>
            <ul className={settings.card}>
              {data.data.map((book) => (
                <TrashRow
                  key={book.id}
                  book={book}
                  onForget={canForget ? () => setAsking({ book }) : null}
                />
              ))}
            </ul>
            <Pager page={page} query={query} onPage={show} />
          </section>
        )}
        <ServerSettings section="metadata" />
      </div>
      {asking !== null && (
        <ForgetDialog book={asking.book} total={data?.total ?? 0} onClose={() => setAsking(null)} />
      )}
    </Page>
  );
};

export const TrashPage = permitted(['libraries-write'], TrashPageContent);

const TrashRow = ({ book, onForget }: { book: TrashedBook; onForget: (() => void) | null }) => {
  const { t } = useTranslation('trash');
  const { date } = useLocale();
  const since = book.missing_since ?? book.modified_at;
  return (
    <ItemRow
      mark={
        <span className={classes.gone}>
          <Cover src={bookCoverUrl(book)} title="" ratio={book.cover_ratio} />
        </span>
      }
      title={book.title}
      details={[
        [book.series_name, book.library_name].join(' · '),
        [
          t('since', { date: date(since) }),
          book.due_at === null ? t('staysForEver') : t('leaves', { date: date(book.due_at) }),
        ].join(' · '),
        <span key="path" className={classes.path}>
          {book.path}
        </span>,
      ]}
      actions={
        onForget !== null && (
          <RowAction
            label={t('forgetOf', { title: book.title })}
            icon={<IconTrash size={18} stroke={1.6} />}
            onClick={onForget}
          />
        )
      }
    />
  );
};

interface ForgetDialogProps {
  /** Null for all missing books. */
  book: TrashedBook | null;
  /** Number of missing books. */
  total: number;
  onClose: () => void;
}

/** Confirms the permanent deletion of missing books' data. */
const ForgetDialog = ({ book, total, onClose }: ForgetDialogProps) => {
  const { t } = useTranslation('trash');
  const forget = useForget();
  return (
    <ConfirmDialog
      title={
        book === null ? t('emptyTitle', { count: total }) : t('forgetTitle', { title: book.title })
      }
      action={t(book === null ? 'empty' : 'forget')}
      change={forget}
      onConfirm={() => forget.mutate(book?.id ?? null, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>{t('forgetText')}</p>
    </ConfirmDialog>
  );
};
