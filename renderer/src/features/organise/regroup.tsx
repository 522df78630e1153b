import { Button } from '@mantine/core';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Library } from '../../../../shared/api/libraries.ts';
import { regroupLibrary, type RegroupResult } from '../../../../shared/api/organise.ts';
import { api } from '../../api/client.ts';
import { DialogActions } from '../../ui/feedback/dialog.tsx';
import { reportFailure } from '../../ui/feedback/notify.ts';
import { PageButtons } from '../../ui/lists/pager.tsx';
import { useLocale } from '../../ui/text/use-locale.ts';
import { RowsState } from '../settings/rows-skeleton.tsx';
import { Grouping } from './grouping.tsx';
import classes from './grouping.module.css';
import { useOfferUndoOfChange } from './queries.ts';

const pageSize = 50;

/** Changes a library's grouping after a preview. */
export const Regroup = ({ library, onDone }: { library: Library; onDone: () => void }) => {
  const { t } = useTranslation('organise');
  const offerUndoOf = useOfferUndoOfChange();
  const [strategy, setStrategy] = useState(library.series_strategy);
  const [page, setPage] = useState(1);
  const isSame = strategy === library.series_strategy;
  const params = { id: library.id };
  const query = useQuery({
    queryKey: ['series', 'regroup', library.id, strategy, page],
    queryFn: ({ signal }) =>
      api.call(regroupLibrary, {
        params,
        body: { series_strategy: strategy, dry_run: true, page, pageSize },
        signal,
      }),
    enabled: !isSame,
    placeholderData: keepPreviousData,
  });
  const { data } = query;
  const apply = useMutation({
    mutationFn: () => api.call(regroupLibrary, { params, body: { series_strategy: strategy } }),
    onSuccess: ({ change_id }) => {
      onDone();
      return offerUndoOf(change_id, t('regroup.done'));
    },
    onError: reportFailure,
  });

  return (
    <>
      <Grouping
        value={strategy}
        onChange={(next) => {
          setStrategy(next);
          setPage(1);
        }}
      >
        <p className={classes.lead}>{t('regroup.text')}</p>
        {isSame && <p>{t('regroup.same')}</p>}
      </Grouping>
      {!isSame && <RowsState query={query} rows={4} compact />}
      {!isSame && data !== undefined && <Difference result={data} page={page} onPage={setPage} />}
      <DialogActions onCancel={onDone}>
        <Button
          disabled={isSame || data === undefined}
          loading={apply.isPending}
          onClick={() => apply.mutate()}
        >
          {t('regroup.apply')}
        </Button>
      </DialogActions>
    </>
  );
};

interface DifferenceProps {
  result: RegroupResult;
  page: number;
  onPage: (page: number) => void;
}

const Difference = ({ result, page, onPage }: DifferenceProps) => {
  const { t } = useTranslation('organise');
  const { moved, moves, appearing, appearing_count, disappearing, disappearing_count } = result;
  if (moved === 0) return <p className={classes.lead}>{t('regroup.nothing')}</p>;
  return (
    <div className={classes.diff} aria-live="polite">
      <strong>{t('regroup.moved', { count: moved })}</strong>
      <div className={classes.columns}>
        <Names title={t('regroup.appearing', { count: appearing_count })} series={appearing} />
        <Names
          title={t('regroup.disappearing', { count: disappearing_count })}
          series={disappearing}
        />
      </div>
      <div>
        <h3>{t('regroup.moves')}</h3>
        <ul className={classes.moves} tabIndex={0} aria-label={t('regroup.moves')}>
          {moves.map(({ book_id, title, from: oldSeries, to: newSeries }) => (
            <li key={book_id}>
              {title}{' '}
              <span>
                {oldSeries} → {newSeries}
              </span>
            </li>
          ))}
        </ul>
        <PageButtons page={page} pages={Math.ceil(moved / pageSize)} onPage={onPage} />
      </div>
    </div>
  );
};

const Names = ({ title, series }: { title: string; series: RegroupResult['appearing'] }) => {
  const { number } = useLocale();
  if (series.length === 0) return null;
  return (
    <section>
      <h3>{title}</h3>
      <ul tabIndex={0} aria-label={title}>
        {series.map(({ name, book_count }) => (
          <li key={name}>
            {name} <span>{number(book_count)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
};
