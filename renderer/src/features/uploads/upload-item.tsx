import { ActionIcon, Button, Progress } from '@mantine/core';
import { IconCircleCheck, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

import { errorMessage } from '../../api/client.ts';
import { useTranslateServerMessage } from '../../ui/feedback/translate-server-message.ts';
import { useLocale } from '../../ui/text/use-locale.ts';
import { suggestedName } from './send-file.ts';
import type { UploadRow } from './use-uploads.ts';
import classes from './uploads.module.css';

interface UploadItemProps {
  row: UploadRow;
  isRunning: boolean;
  onRemove: () => void;
  /** Queues it again, under another name if one is given. */
  onRetry: (name?: string) => void;
}

/** A file of an upload: its name, size and progress, or why it was refused. */
export const UploadItem = ({ row, isRunning, onRemove, onRetry }: UploadItemProps) => {
  const { t } = useTranslation(['uploads', 'common']);
  const { bytes } = useLocale();
  const { name, file, state } = row;
  return (
    <li className={classes.item}>
      <div className={classes.line}>
        <span className={classes.name}>{name}</span>
        <span className={classes.size}>{bytes(file.size)}</span>
        {state.kind === 'done' ? (
          <IconCircleCheck size={20} className={classes.done} aria-label={t('done')} />
        ) : (
          <ActionIcon
            size={24}
            disabled={isRunning}
            aria-label={t('remove', { name })}
            onClick={onRemove}
          >
            <IconX size={15} />
          </ActionIcon>
        )}
      </div>
      {state.kind === 'sending' && (
        <Progress
          size="sm"
          value={state.share * 100}
          aria-label={t('progress', { name })}
          className={classes.bar}
        />
      )}
      {state.kind === 'empty' && (
        <p role="alert" className={classes.failure}>
          {t('empty')}
        </p>
      )}
      {state.kind === 'failed' && (
        <UploadFailure error={state.error} isRunning={isRunning} onRetry={onRetry} />
      )}
    </li>
  );
};

interface UploadFailureProps {
  error: unknown;
  isRunning: boolean;
  onRetry: (name?: string) => void;
}

const UploadFailure = ({ error, isRunning, onRetry }: UploadFailureProps) => {
  const { t } = useTranslation(['uploads', 'common']);
  const sentence = useTranslateServerMessage();
  const message = errorMessage(error);
  const other = suggestedName(error);
  return (
    <div className={classes.failure}>
      <p role="alert">{message === null ? t('common:error.unreachable') : sentence(message)}</p>
      <Button
        size="compact-sm"
        variant="default"
        disabled={isRunning}
        onClick={() => onRetry(other ?? undefined)}
      >
        {other === null ? t('common:error.retry') : t('otherName', { name: other })}
      </Button>
    </div>
  );
};
