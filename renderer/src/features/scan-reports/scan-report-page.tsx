import { IconFileSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

import { entryKinds, type ScanReport } from '../../../../shared/api/scan-reports.ts';
import { usePageTitle } from '../../ui/layout/page-title.ts';
import { isNotFound } from '../../ui/feedback/is-not-found.ts';
import { Page, PageTitle } from '../../ui/layout/page.tsx';
import { Pager } from '../../ui/lists/pager.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback/empty-state.tsx';
import { useTranslateServerMessage } from '../../ui/feedback/translate-server-message.ts';
import { useLocale } from '../../ui/text/use-locale.ts';
import { RowsSkeleton } from '../settings/rows-skeleton.tsx';
import { EntryRow } from './entry-row.tsx';
import { entriesQuery, reportQuery } from './queries.ts';
import classes from './scan-reports.module.css';

/** Changes made by a scan, file by file, with undo. */
export const ScanReportPage = () => {
  const { t } = useTranslation('scanReports');
  const { moment } = useLocale();
  const { reportId } = useParams({ from: '/shell/activity/reports/$reportId' });
  const { data: report, error, refetch } = useQuery(reportQuery(reportId));
  usePageTitle(report && `${report.library_name} · ${moment(report.started_at)}`, [
    { label: t('title'), link: { to: '/activity/reports' } },
  ]);
  return (
    <Page>
      <div className={classes.column}>
        {report !== undefined && <Report report={report} />}
        {report === undefined && error === null && <RowsSkeleton rows={8} />}
        {report === undefined && error !== null && isNotFound(error) && (
          <EmptyState heading="h1" icon={<IconFileSearch stroke={1.25} />} title={t('gone')} />
        )}
        {report === undefined && error !== null && !isNotFound(error) && (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )}
      </div>
    </Page>
  );
};

const Report = ({ report }: { report: ScanReport }) => {
  const { t } = useTranslation('scanReports');
  const { moment, number } = useLocale();
  const sentence = useTranslateServerMessage();
  const { kind, page = 1 } = useSearch({ from: '/shell/activity/reports/$reportId' });
  const navigate = useNavigate({ from: '/activity/reports/$reportId' });
  const { data, error, refetch } = useQuery(entriesQuery(report.id, kind, page));
  const told = entryKinds.filter((one) => report.counts[one] > 0);
  const hidden = told
    .filter((one) => kind === undefined || one === kind)
    .reduce((sum, one) => sum + report.counts[one] - report.listed[one], 0);
  return (
    <>
      <PageTitle>{report.library_name}</PageTitle>
      <p className={classes.lead}>
        {t(`mode.${report.mode}`)} · {moment(report.started_at)} · {t(`outcome.${report.outcome}`)}
      </p>
      {report.error !== null && (
        <p className={classes.error}>{t('broken', { error: sentence(report.error) })}</p>
      )}
      {told.length === 0 ? (
        <EmptyState icon={<IconFileSearch stroke={1.25} />} title={t('nothing')} />
      ) : (
        <nav className={classes.tabs} aria-label={t('kinds')}>
          {[undefined, ...told].map((one) => (
            <Link
              key={one ?? 'all'}
              className={classes.tab}
              to="/activity/reports/$reportId"
              params={{ reportId: report.id }}
              search={one ? { kind: one } : {}}
              replace
              data-active={one === kind || undefined}
              aria-current={one === kind ? 'true' : undefined}
              activeOptions={{ exact: true }}
              activeProps={{}}
            >
              {one ? `${t(`kind.${one}`)} ${number(report.counts[one])}` : t('all')}
            </Link>
          ))}
        </nav>
      )}
      {data === undefined && error === null && <RowsSkeleton rows={6} />}
      {data === undefined && error !== null && (
        <ErrorState error={error} onRetry={() => void refetch()} />
      )}
      {data !== undefined && data.data.length > 0 && (
        <ul className={classes.card} aria-label={t('entries')}>
          {data.data.map((entry) => (
            <EntryRow key={entry.id} reportId={report.id} entry={entry} />
          ))}
        </ul>
      )}
      {hidden > 0 && <p className={classes.quiet}>{t('notListed', { count: hidden })}</p>}
      {data !== undefined && (
        <Pager
          page={page}
          pages={data.totalPages}
          onPage={(next) =>
            void navigate({ search: (search) => ({ ...search, page: next }), replace: true })
          }
        />
      )}
    </>
  );
};
