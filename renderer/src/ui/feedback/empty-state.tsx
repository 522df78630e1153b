import { Button } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { AppError } from '../../../../shared/errors.ts';
import { errorText } from './error-text.ts';
import classes from './empty-state.module.css';

interface StateProps {
  icon: ReactNode;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  compact?: boolean;
  /** `h1` if it is the only content of the page. */
  heading?: 'h1' | 'h2';
}

/** Shown by a view without content: why, and what to do next. */
export const EmptyState = ({
  icon,
  title,
  children,
  action,
  compact = false,
  heading: Heading = 'h2',
}: StateProps) => (
  <div className={classes.state} data-compact={compact || undefined}>
    <span className={classes.icon} aria-hidden>
      {icon}
    </span>
    <Heading className={classes.title}>{title}</Heading>
    {children !== undefined && <div className={classes.text}>{children}</div>}
    {action !== undefined && action !== false && <div className={classes.action}>{action}</div>}
  </div>
);

/** A retry is pointless. */
const isForbidden = (error: unknown): boolean => error instanceof AppError && error.status === 403;

/** A view that failed to load, with the server's message if there is one. */
export const ErrorState = ({
  error,
  onRetry,
  compact = false,
}: {
  error: unknown;
  onRetry: () => void;
  compact?: boolean;
}) => {
  const { t } = useTranslation();
  return (
    <div role="alert">
      <EmptyState
        compact={compact}
        icon={<IconCloudOff stroke={1.25} />}
        title={t('error.title')}
        action={
          !isForbidden(error) && (
            <Button variant="default" onClick={onRetry}>
              {t('error.retry')}
            </Button>
          )
        }
      >
        {errorText(error) ?? t('error.unreachable')}
      </EmptyState>
    </div>
  );
};

interface QueryStateProps {
  query: { data: unknown; error: unknown; refetch: () => Promise<unknown> };
  /** Shown while loading. */
  placeholder?: ReactNode;
  compact?: boolean;
}

/** Shown by a view until its query has data: a placeholder, or the error. */
export const QueryState = ({ query, placeholder, compact = false }: QueryStateProps) => {
  const { data, error, refetch } = query;
  if (data !== undefined) return null;
  if (error === null) return placeholder;
  return <ErrorState compact={compact} error={error} onRetry={() => void refetch()} />;
};
