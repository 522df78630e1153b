import { Button, Progress } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { ReadingGoal } from '../../../../shared/api/reading-goals.ts';
import { useCan } from '../../api/session-store.ts';
import { QueryState } from '../../ui/feedback/empty-state.tsx';
import { useLocale } from '../../ui/text/use-locale.ts';
import { GoalDialog } from './goal-dialog.tsx';
import classes from './goals.module.css';
import { goalsQuery } from './queries.ts';

/** The person's reading goals of this year, with the pace. */
export const Goals = () => {
  const { t } = useTranslation('stats');
  const [year] = useState(() => new Date().getFullYear());
  const query = useQuery(goalsQuery(year));
  const { data } = query;
  const canSet = useCan('progress-write');
  const [isSetting, setSetting] = useState(false);
  if (data === undefined) {
    const placeholder = <div className={classes.awaited} data-awaited />;
    return <QueryState query={query} placeholder={placeholder} compact />;
  }
  return (
    <section className={classes.goals} aria-label={t('goals.title', { year })}>
      <div className={classes.head}>
        <h2>{t('goals.title', { year })}</h2>
        {canSet && (
          <Button size="compact-sm" variant="subtle" onClick={() => setSetting(true)}>
            {t(data.goals.length === 0 ? 'goals.set' : 'goals.change')}
          </Button>
        )}
      </div>
      {data.goals.map((goal) => (
        <Goal key={goal.kind} goal={goal} />
      ))}
      {isSetting && <GoalDialog year={year} goals={data.goals} onClose={() => setSetting(false)} />}
    </section>
  );
};

const Goal = ({ goal: { kind, target, done, expected } }: { goal: ReadingGoal }) => {
  const { t } = useTranslation('stats');
  const { number } = useLocale();
  const ahead = Math.round(done) - Math.round(expected);
  const pace =
    done >= target
      ? t('goals.reached')
      : ahead === 0
        ? t('goals.even')
        : t(`goals.${ahead > 0 ? 'ahead' : 'behind'}.${kind}`, { count: Math.abs(ahead) });
  const label = t(`goals.of.${kind}`, { done: number(done), count: target });
  return (
    <div className={classes.goal}>
      <span className={classes.label}>{label}</span>
      <span className={classes.pace}>{pace}</span>
      <Progress
        className={classes.bar}
        value={Math.min(100, (done / target) * 100)}
        aria-label={label}
      />
    </div>
  );
};
