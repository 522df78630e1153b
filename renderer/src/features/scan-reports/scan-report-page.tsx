import { IconFileSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

import { hasCode } from '../../../../shared/errors.ts';
import { entryKinds, type ScanReport } from '../../../../shared/api/scan-reports.ts';
import { ButtonLink } from '../../ui/layout/links.tsx';
import { usePageTitle } from '../../ui/layout/page-title.ts';
import { Page, PageTitle } from '../../ui/layout/page.tsx';
import { Pager } from '../../ui/lists/pager.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback/empty-state.tsx';
import { useTranslateServerMessage } from '../../ui/feedback/translate-server-message.ts';
import { useLocale } from '../../ui/text/use-locale.ts';
import { RowsSkeleton, RowsState } from '../settings/rows-skeleton.tsx';
import { EntryRow } from './entry-row.tsx';
import { entriesQuery, reportQuery } from './queries.ts';
import layout from '../../ui/layout/report-page.module.css';
import classes from './scan-reports.module.css';
import { permitted } from '../../ui/layout/permitted.tsx';

/** Changes made by a scan, file by file, with undo. */
const ScanReportPageContent = () => {
  const { t } = useTranslation('scanReports');
  const { moment } = useLocale();
  const { reportId } = useParams({ from: '/shell/activity/reports/$reportId' });
  const { data: report, error, refetch } = useQuery(reportQuery(reportId));
  usePageTitle(report && `${report.library_name} · ${moment(report.started_at)}`, [
    { label: t('title'), link: { to: '/activity/reports' } },
  ]);
  return (
    <Page>
      <div className={layout.column}>
        {report !== undefined && <Report report={report} />}
        {report === undefined && error === null && <RowsSkeleton rows={8} />}
        {report === undefined && error !== null && hasCode(error, 'NotFound') && (
          <EmptyState
            heading="h1"
            icon={<IconFileSearch stroke={1.25} />}
            title={t('gone')}
            action={
              <ButtonLink to="/activity/reports" variant="default">
                {t('title')}
              </ButtonLink>
            }
          />
        )}
        {report === undefined && error !== null && !hasCode(error, 'NotFound') && (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )}
      </div>
    </Page>
  );
};

export const ScanReportPage = permitted(['libraries-write'], ScanReportPageContent);

const Report = ({ report }: { report: ScanReport }) => {
  const { t } = useTranslation('scanReports');
  const { moment, number } = useLocale();
  const sentence = useTranslateServerMessage();
  const { kind, page = 1 } = useSearch({ from: '/shell/activity/reports/$reportId' });
  const navigate = useNavigate({ from: '/activity/reports/$reportId' });
  const query = useQuery(entriesQuery(report.id, kind, page));
  const { data } = query;
  const kinds = entryKinds.filter((entryKind) => report.counts[entryKind] > 0);
  const hidden = kinds
    .filter((entryKind) => kind === undefined || entryKind === kind)
    .reduce((sum, entryKind) => sum + report.counts[entryKind] - report.listed[entryKind], 0);
  return (
    <>
      <PageTitle>{report.library_name}</PageTitle>
      <p className={layout.lead}>
        {t(`mode.${report.mode}`)} · {moment(report.started_at)} · {t(`outcome.${report.outcome}`)}
      </p>
      {report.error !== null && (
        <p className={classes.error}>{t('broken', { error: sentence(report.error) })}</p>
      )}
      {kinds.length === 0 ? (
        <EmptyState icon={<IconFileSearch stroke={1.25} />} title={t('nothing')} />
      ) : (
        <nav className={classes.tabs} aria-label={t('kinds')}>
          {[undefined, ...kinds].map((entryKind) => (
            <Link
              key={entryKind ?? 'all'}
              className={classes.tab}
              to="/activity/reports/$reportId"
              params={{ reportId: report.id }}
              search={entryKind ? { kind: entryKind } : {}}
              replace
              data-active={entryKind === kind || undefined}
              aria-current={entryKind === kind ? 'true' : undefined}
              activeOptions={{ exact: true }}
              activeProps={{}}
            >
              {entryKind
                ? `${t(`kind.${entryKind}`)} ${number(report.counts[entryKind])}`
                : t('all')}
            </Link>
          ))}
        </nav>
      )}
      <RowsState query={query} rows={6} />
      {data !== undefined && data.data.length > 0 && (
        <ul className={layout.card} aria-label={t('entries')}>
          {data.data.map((entry) => (
            <EntryRow key={entry.id} reportId={report.id} entry={entry} />
          ))}
        </ul>
      )}
      {hidden > 0 && <p className={classes.quiet}>{t('notListed', { count: hidden })}</p>}
      <Pager
        page={page}
        query={query}
        onPage={(next) =>
          void navigate({ search: (search) => ({ ...search, page: next }), replace: true })
        }
      />
    </>
  );
};
