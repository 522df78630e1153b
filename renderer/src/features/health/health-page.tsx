import { Button, Switch } from '@mantine/core';
import { IconEyeOff, IconHeartCheck, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useDeferredValue } from 'react';
import { useTranslation } from 'react-i18next';

import {
  type HealthCounts,
  type HealthIssue,
  type HealthKind,
  type HealthSeverity,
  healthKinds,
  healthSeverities,
  problemKinds,
} from '../../../../shared/api/health.ts';
import { useCan } from '../../api/session-store.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { showToast } from '../../ui/feedback/notify.ts';
import { offerUndo } from '../../ui/feedback/undo.ts';
import { ButtonLink } from '../../ui/layout/links.tsx';
import tabs from '../../ui/layout/tabs.module.css';
import { usePageTitle } from '../../ui/layout/page-title.ts';
import { Page, PageTitle } from '../../ui/layout/page.tsx';
import { CountTiles } from '../../ui/lists/count-tiles.tsx';
import { Pager } from '../../ui/lists/pager.tsx';
import { useLocale } from '../../ui/text/use-locale.ts';
import { RowsState } from '../settings/rows-skeleton.tsx';
import settings from '../settings/settings-page.module.css';
import { canRetry } from './can-retry.ts';
import { useIgnoreIssues, useRetryIssues } from './change-issues.ts';
import classes from './health.module.css';
import { IssueRow } from './issue-row.tsx';
import { IssueTools } from './issue-tools.tsx';
import { healthCountsQuery } from './counts-query.ts';
import { healthIssuesQuery } from './queries.ts';
import { UnsupportedFiles } from './unsupported-files.tsx';
import { permitted } from '../../ui/layout/permitted.tsx';

export { firstRequests } from './health-requests.ts';

/** Problems with files and series, and their actions. */
const HealthPageContent = () => {
  const { t } = useTranslation('health');
  const { ago, number } = useLocale();
  usePageTitle(t('title'));
  const canRereadBooks = useCan('books-write');
  const search = useSearch({ from: '/shell/health' });
  const navigate = useNavigate({ from: '/health' });
  const { kind, ignored = false, page = 1 } = search;
  const severity = kind === undefined ? (search.severity ?? 'problem') : severityOf(kind);
  const { data: counts } = useQuery(healthCountsQuery());
  const query = useQuery(healthIssuesQuery({ kind, severity, ignored, page }));
  const { data } = query;
  const ignore = useIgnoreIssues();
  const retry = useRetryIssues();
  const show = (next: typeof search) => void navigate({ search: next, replace: true });
  const showPage = (next: number) => show({ ...search, page: next });

  const setIgnored = (issues: readonly HealthIssue[]) => {
    const change = { issues: [...issues], ignored: !ignored };
    ignore.mutate(change, {
      onSuccess: () =>
        offerUndo({
          text: t(ignored ? 'shown' : 'ignoredDone', { count: issues.length }),
          undo: () => ignore.mutateAsync({ ...change, ignored }),
        }),
    });
  };
  const readAgain = (issues: readonly HealthIssue[]) =>
    retry.mutate(
      issues.map(({ id }) => id),
      { onSuccess: ({ started }) => showToast(t('retrying', { count: started })) },
    );
  const shown = data?.data ?? [];
  const readable = canRereadBooks ? shown.filter(canRetry) : [];

  return (
    <Page>
      <div className={settings.wide}>
        <PageTitle
          aside={
            <div className={classes.bulk}>
              <ButtonLink to="/duplicates" variant="default">
                {`${t('duplicates')} (${counts ? number(counts.duplicates) : '…'})`}
              </ButtonLink>
              <UnsupportedFiles />
              <ButtonLink to="/trash" variant="default">
                {t('trash')}
              </ButtonLink>
            </div>
          }
        >
          {t('title')}
        </PageTitle>
        <p className={classes.intro}>
          {counts === undefined
            ? '\u00a0'
            : counts.checked_at === null
              ? t('neverChecked')
              : t('checked', { ago: ago(counts.checked_at) })}
        </p>
        <SeverityTabs counts={counts} severity={severity} ignored={ignored} />
        <HealthTiles
          counts={counts}
          severity={severity}
          ignored={ignored}
          kind={kind}
          onKind={(next) => show({ ...search, severity, kind: next, page: 1 })}
        />
        {kind !== undefined && <p className={classes.about}>{t(`kinds.${kind}.text`)}</p>}
        <div className={classes.tools}>
          <Switch
            label={t('showIgnored')}
            checked={ignored}
            onChange={({ currentTarget }) =>
              show({ ...search, ignored: currentTarget.checked || undefined, page: 1 })
            }
          />
          <div className={classes.bulk}>
            {readable.length > 0 && (
              <Button
                size="compact-md"
                variant="default"
                leftSection={<IconRefresh size={15} />}
                loading={retry.isPending}
                onClick={() => readAgain(readable)}
              >
                {t('retryAll', { count: readable.length })}
              </Button>
            )}
            {shown.length > 0 && (
              <Button
                size="compact-md"
                variant="default"
                leftSection={<IconEyeOff size={15} />}
                loading={ignore.isPending}
                onClick={() => setIgnored(shown)}
              >
                {t(ignored ? 'showAll' : 'ignoreAll', { count: shown.length })}
              </Button>
            )}
            {shown.length > 0 && <IssueTools view={{ kind, severity, ignored }} />}
          </div>
        </div>
        <RowsState query={query} rows={6} />
        {data?.total === 0 && (
          <EmptyState
            icon={<IconHeartCheck stroke={1.25} />}
            title={t(
              ignored
                ? 'noneIgnored'
                : kind !== undefined
                  ? 'noneOfKind'
                  : severity === 'hint'
                    ? 'noHints'
                    : 'none',
            )}
          >
            {ignored ? undefined : t(severity === 'hint' ? 'noHintsText' : 'noneText')}
          </EmptyState>
        )}
        {shown.length > 0 && (
          <IssueList
            label={t(severity === 'hint' ? 'hintList' : 'list')}
            issues={shown}
            onRetry={(issue) => readAgain([issue])}
            onIgnore={(issue) => setIgnored([issue])}
          />
        )}
        <Pager page={page} query={query} onPage={showPage} />
      </div>
    </Page>
  );
};

/** More than a tall window shows. */
const firstRows = 12;

interface IssueListProps {
  label: string;
  issues: readonly HealthIssue[];
  onRetry: (issue: HealthIssue) => void;
  onIgnore: (issue: HealthIssue) => void;
}

const IssueList = ({ label, issues, onRetry, onIgnore }: IssueListProps) => {
  // The rows in view come first, the others with the next frame.
  const rows = useDeferredValue(issues.length, firstRows);
  return (
    <ul className={settings.card} aria-label={label}>
      {issues.slice(0, rows).map((issue) => (
        <IssueRow
          key={`${issue.kind} ${issue.id}`}
          issue={issue}
          onRetry={() => onRetry(issue)}
          onIgnore={() => onIgnore(issue)}
        />
      ))}
    </ul>
  );
};

export const HealthPage = permitted(['libraries-write'], HealthPageContent);

const severityOf = (kind: HealthKind): HealthSeverity =>
  problemKinds.includes(kind) ? 'problem' : 'hint';

/** The kinds of a severity, the most severe first. */
const kindsOf = (severity: HealthSeverity): readonly HealthKind[] =>
  healthKinds.filter((kind) => severityOf(kind) === severity);

/** Only these are red, because the book cannot be read. */
const badKinds: readonly HealthKind[] = ['broken', 'missing'];

interface SeverityTabsProps {
  counts: HealthCounts | undefined;
  severity: HealthSeverity;
  ignored: boolean;
}

/** Problems first, then hints, which do not affect files. */
const SeverityTabs = ({ counts, severity, ignored }: SeverityTabsProps) => {
  const { t } = useTranslation('health');
  const { number } = useLocale();
  const total = (name: HealthSeverity, { kinds }: HealthCounts) =>
    kindsOf(name).reduce((sum, kind) => sum + kinds[kind][ignored ? 'ignored' : 'open'], 0);
  return (
    <nav className={`${tabs.tabs} ${tabs.lined} ${classes.tabs}`} aria-label={t('severityLabel')}>
      {healthSeverities.map((name) => (
        <Link
          key={name}
          to="/health"
          search={{
            ...(name === 'problem' ? {} : { severity: name }),
            ...(ignored ? { ignored } : {}),
          }}
          replace
          className={tabs.tab}
          activeOptions={{ exact: true }}
          aria-current={name === severity ? 'page' : undefined}
        >
          {t(`severity.${name}`)}{' '}
          <span className={tabs.count}>{counts && number(total(name, counts))}</span>
        </Link>
      ))}
    </nav>
  );
};

interface HealthTilesProps {
  counts: HealthCounts | undefined;
  severity: HealthSeverity;
  ignored: boolean;
  /** Filter of the list below. */
  kind: HealthKind | undefined;
  onKind: (kind: HealthKind | undefined) => void;
}

/** Number of issues by kind; a tile filters the list by its kind, or clears the filter. */
const HealthTiles = ({ counts, severity, ignored, kind, onKind }: HealthTilesProps) => {
  const { t } = useTranslation('health');
  const tiles = kindsOf(severity).map((name) => ({
    name,
    label: t(`kinds.${name}.name`),
    count: counts?.kinds[name][ignored ? 'ignored' : 'open'],
    isBad: badKinds.includes(name),
  }));
  return <CountTiles label={t('kindsLabel')} tiles={tiles} chosen={kind} onChoose={onKind} />;
};
