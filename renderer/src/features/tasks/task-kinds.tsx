import { useTranslation } from 'react-i18next';

import type { TaskStats } from '../../../../shared/api/tasks.ts';
import { useLocale } from '../../ui/text/use-locale.ts';
import classes from './tasks.module.css';

/** How finished tasks of each kind went: success, time and attempts. */
export const TaskKinds = ({ kinds }: { kinds: TaskStats['kinds'] }) => {
  const { t } = useTranslation('tasks');
  const { number, duration, locale } = useLocale();
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 });
  const time = (seconds: number | null) => (seconds === null ? '–' : duration(seconds * 1000));
  if (kinds.length === 0) return null;
  return (
    <details className={classes.kinds}>
      <summary>{t('kinds.title')}</summary>
      <div className={classes.scroller}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('filter.type')}</th>
              {(['finished', 'success', 'median', 'p95', 'attempts'] as const).map((name) => (
                <th key={name} scope="col" data-number>
                  {t(`kinds.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {kinds.map(({ task_type: type, completed, failed, cancelled, ...kind }) => (
              <tr key={type}>
                <th scope="row">{t(`types.${type}`)}</th>
                <td>{number(completed + failed + cancelled)}</td>
                <td data-bad={failed > 0 || undefined}>
                  {completed + failed === 0
                    ? '–'
                    : percent.format(completed / (completed + failed))}
                </td>
                <td>{time(kind.median_seconds)}</td>
                <td>{time(kind.p95_seconds)}</td>
                <td>{number(kind.attempts)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
};
