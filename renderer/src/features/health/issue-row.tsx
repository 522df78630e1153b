import {
  IconPhotoDown,
  IconEye,
  IconEyeOff,
  IconFileAlert,
  IconFileOff,
  IconRefresh,
  IconStack2,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

import type { HealthIssue } from '../../../../shared/api/health.ts';
import { ItemRow, RowAction } from '../../ui/lists/item-row.tsx';
import { useTranslateServerMessage } from '../../ui/feedback/translate-server-message.ts';
import { useLocale } from '../../ui/text/use-locale.ts';
import { canRetry } from './can-retry.ts';
import classes from './health.module.css';

interface IssueRowProps {
  issue: HealthIssue;
  onRetry: () => void;
  onIgnore: () => void;
}

/** One issue: its subject, meaning and actions. */
export const IssueRow = ({ issue, onRetry, onIgnore }: IssueRowProps) => {
  const { t } = useTranslation('health');
  const sentence = useTranslateServerMessage();
  const { date } = useLocale();
  const { title, kind, detail } = issue;
  const inSeries = issue.entity === 'book' && issue.series_name !== title;
  return (
    <ItemRow
      mark={<KindIcon issue={issue} />}
      title={
        <Link
          className={classes.link}
          data-alone
          {...(issue.entity === 'book'
            ? { to: '/book/$bookId', params: { bookId: issue.id } }
            : { to: '/series/$seriesId', params: { seriesId: issue.id } })}
        >
          {title}
        </Link>
      }
      details={[
        [t(`kinds.${kind}.name`), inSeries && issue.series_name, issue.library_name]
          .filter(Boolean)
          .join(' · '),
        <span key="what" className={classes.what}>
          {kind === 'gap' || kind === 'low_resolution'
            ? t(`kinds.${kind}.detail`, { detail })
            : detail === null
              ? t(`kinds.${kind}.text`)
              : sentence(detail)}
          {kind === 'failed_check' &&
            ` ${issue.good_at === null ? t('neverGood') : t('lastGood', { date: date(issue.good_at) })}`}
        </span>,
        <span key="path" className={classes.path}>
          {issue.path}
        </span>,
      ]}
      actions={
        <>
          {canRetry(issue) && (
            <RowAction
              label={t('retryOf', { title })}
              icon={<IconRefresh size={18} stroke={1.6} />}
              onClick={onRetry}
            />
          )}
          <RowAction
            label={t(issue.ignored ? 'showOf' : 'ignoreOf', { title })}
            icon={
              issue.ignored ? (
                <IconEye size={18} stroke={1.6} />
              ) : (
                <IconEyeOff size={18} stroke={1.6} />
              )
            }
            onClick={onIgnore}
          />
        </>
      }
    />
  );
};

const KindIcon = ({ issue: { kind, entity } }: { issue: HealthIssue }) => {
  if (kind === 'missing') {
    return <IconFileOff size={22} stroke={1.5} className={classes.bad} />;
  }
  if (entity === 'series') return <IconStack2 size={22} stroke={1.5} />;
  if (kind === 'low_resolution' || kind === 'no_cover')
    return <IconPhotoDown size={22} stroke={1.5} />;
  return (
    <IconFileAlert
      size={22}
      stroke={1.5}
      className={kind === 'broken' || kind === 'failed_check' ? classes.bad : undefined}
    />
  );
};
