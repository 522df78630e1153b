import { IconFileSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { entryKinds, type ScanReport } from '../../../../shared/api/scan-reports.ts';
import { Pager } from '../../ui/lists/pager.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { useLocale } from '../../ui/text/use-locale.ts';
import { RowsState } from '../settings/rows-skeleton.tsx';
import { reportsQuery } from './queries.ts';
import layout from '../../ui/layout/report-page.module.css';
import classes from './scan-reports.module.css';

/** Scans of all libraries with their results, newest first. */
export const ScanReportList = () => {
  const { t } = useTranslation('scanReports');
  const [page, setPage] = useState(1);
  const query = useQuery(reportsQuery(page));
  const { data } = query;
  if (!data) return <RowsState query={query} rows={5} />;
  if (data.total === 0) {
    return (
      <EmptyState icon={<IconFileSearch stroke={1.25} />} title={t('none')}>
        {t('noneText')}
      </EmptyState>
    );
  }
  return (
    <>
      <ul className={layout.card} aria-label={t('list')}>
        {data.data.map((report) => (
          <li key={report.id}>
            <ReportLink report={report} />
          </li>
        ))}
      </ul>
      <Pager page={page} query={query} onPage={setPage} />
    </>
  );
};

const ReportLink = ({ report }: { report: ScanReport }) => {
  const { t } = useTranslation('scanReports');
  const { moment, number } = useLocale();
  const { counts, outcome } = report;
  const kinds = entryKinds.filter((kind) => counts[kind] > 0);
  return (
    <Link
      className={classes.report}
      to="/activity/reports/$reportId"
      params={{ reportId: report.id }}
    >
      <span className={classes.name}>
        <strong>{report.library_name}</strong>
        <span>
          {t(`mode.${report.mode}`)} · {moment(report.started_at)}
          {outcome !== 'completed' && (
            <em data-bad={outcome === 'failed' || undefined}> · {t(`outcome.${outcome}`)}</em>
          )}
        </span>
      </span>
      <span className={classes.counts}>
        {kinds.length === 0 && <span className={classes.quiet}>{t('nothing')}</span>}
        {kinds.map((kind) => (
          <span key={kind} className={classes.count} data-kind={kind}>
            {t(`kind.${kind}`)} <b>{number(counts[kind])}</b>
          </span>
        ))}
      </span>
    </Link>
  );
};
