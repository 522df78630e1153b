import { Button, Checkbox, SegmentedControl } from '@mantine/core';
import { IconRss } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import {
  releaseStates,
  type Release,
  type ReleaseState,
} from '../../../../shared/api/release-record.ts';
import { useCan } from '../../api/session-store.ts';
import { usePageTitle } from '../../ui/layout/page-title.ts';
import { ButtonLink } from '../../ui/layout/links.tsx';
import { Page, PageTitle } from '../../ui/layout/page.tsx';
import { Pager } from '../../ui/lists/pager.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { offerUndo } from '../../ui/feedback/undo.ts';
import { RowsState } from '../settings/rows-skeleton.tsx';
import settings from '../settings/settings-page.module.css';
import { releasesQuery, useChangeReleases } from './queries.ts';
import { ReleaseFilters, type ReleaseScope } from './release-filters.tsx';
import { ReleaseRow } from './release-row.tsx';
import classes from './releases.module.css';

/** Possible next states: out of the inbox, or back into it. */
const nextStates = (state: ReleaseState): readonly ReleaseState[] =>
  state === 'announced' ? ['marked_acquired', 'dismissed', 'hidden'] : ['announced'];

/** Inbox of new volumes and chapters announced by feeds. */
export const ReleasesPage = () => {
  const { t } = useTranslation('releases');
  usePageTitle(t('title'));
  const search = useSearch({ from: '/shell/releases' });
  const { state = 'announced', page = 1, library, language, series } = search;
  const scope = { library, language, series };
  const navigate = useNavigate({ from: '/releases' });
  const query = useQuery(
    releasesQuery({ state, libraryId: library, language, seriesTitle: series }, page),
  );
  const { data } = query;
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const canChange = useCan('series-write');
  const canSources = useCan('plugins-manage');
  const change = useChangeReleases();

  const show = (change: { state?: ReleaseState; page?: number } & ReleaseScope) => {
    setChosen(new Set());
    void navigate({ search: { state, ...scope, ...change }, replace: true });
  };
  const showPage = (next: number) => show({ page: next });
  const move = (ids: string[], next: ReleaseState) => {
    const from = state;
    change.mutate(
      { ids, state: next },
      {
        onSuccess: () => {
          setChosen(new Set());
          // A transition between two handled states goes through the inbox.
          offerUndo({
            text: t(`moved.${next}`, { count: ids.length }),
            undo: () => change.mutateAsync({ ids, state: from }),
          });
        },
      },
    );
  };
  const toggle = ({ id }: Release, on: boolean) => {
    const next = new Set(chosen);
    if (on) next.add(id);
    else next.delete(id);
    setChosen(next);
  };
  const everything = data?.data.map(({ id }) => id) ?? [];

  return (
    <Page>
      <div className={settings.wide}>
        <PageTitle
          aside={
            canSources && (
              <ButtonLink to="/settings/release-sources" variant="default">
                {t('sources')}
              </ButtonLink>
            )
          }
        >
          {t('title')}
        </PageTitle>
        <div className={classes.tools}>
          <SegmentedControl
            aria-label={t('state')}
            value={state}
            onChange={(value) => show({ state: value })}
            data={releaseStates.map((value) => ({ value, label: t(`states.${value}`) }))}
          />
          {canChange && everything.length > 0 && (
            <div className={classes.bulk}>
              <Checkbox
                label={chosen.size === 0 ? t('all') : t('chosen', { count: chosen.size })}
                checked={chosen.size === everything.length}
                indeterminate={chosen.size > 0 && chosen.size < everything.length}
                onChange={({ currentTarget }) =>
                  setChosen(new Set(currentTarget.checked ? everything : []))
                }
              />
              {chosen.size > 0 &&
                nextStates(state).map((next) => (
                  <Button
                    key={next}
                    size="compact-md"
                    variant="default"
                    loading={change.isPending}
                    onClick={() => move([...chosen], next)}
                  >
                    {t(`actions.${next}`)}
                  </Button>
                ))}
            </div>
          )}
        </div>
        <ReleaseFilters scope={scope} onChange={show} />
        <RowsState query={query} rows={6} />
        {data?.total === 0 && (
          <EmptyState
            icon={<IconRss stroke={1.25} />}
            title={t(`empty.${state}`)}
            action={
              canSources &&
              state === 'announced' && (
                <ButtonLink to="/settings/release-sources">{t('toSources')}</ButtonLink>
              )
            }
          >
            {state === 'announced' ? t(canSources ? 'emptyText' : 'emptyTextReader') : undefined}
          </EmptyState>
        )}
        {data !== undefined && data.total > 0 && (
          <ul className={settings.card}>
            {data.data.map((release) => (
              <ReleaseRow
                key={release.id}
                release={release}
                chosen={chosen.has(release.id)}
                onChosen={canChange ? (on) => toggle(release, on) : null}
                actions={canChange ? nextStates(state) : []}
                onAction={(next) => move([release.id], next)}
              />
            ))}
          </ul>
        )}
        <Pager page={page} query={query} onPage={showPage} />
      </div>
    </Page>
  );
};
