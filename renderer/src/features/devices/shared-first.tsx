import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import type { Sharing } from '../../../../shared/api/sharing.ts';
import { useCan } from '../../api/session-store.ts';
import { DialogActions } from '../../ui/feedback/dialog.tsx';
import { ErrorState } from '../../ui/feedback/empty-state.tsx';
import classes from './devices.module.css';
import { sharingQuery } from './queries.ts';
import { useSharingChange } from './use-sharing-change.ts';

interface SharedFirstProps {
  onClose: () => void;
  children: ReactNode;
}

/** Shows its children once Octavo is shared, because no other device can reach it before. */
export const SharedFirst = ({ onClose, children }: SharedFirstProps) => {
  const { data: sharing, error, refetch } = useQuery(sharingQuery());
  if (error !== null) return <ErrorState compact error={error} onRetry={() => void refetch()} />;
  if (sharing === undefined) return <div className={classes.pairing} aria-busy />;
  return sharing.enabled ? children : <ShareFirst sharing={sharing} onClose={onClose} />;
};

const ShareFirst = ({ sharing, onClose }: { sharing: Sharing; onClose: () => void }) => {
  const { t } = useTranslation('devices');
  const canShare = useCan('system-admin');
  const change = useSharingChange(sharing);
  return (
    <>
      <p className={classes.shareFirst}>{t('pair.shareFirst')}</p>
      <p className={classes.lead}>{t('pair.shareText')}</p>
      {!canShare && <p className={classes.warning}>{t('sharing.askAdmin')}</p>}
      {change.message !== null && (
        <p role="alert" className={classes.error}>
          {change.message}
        </p>
      )}
      <DialogActions onCancel={onClose}>
        <Button
          disabled={!canShare}
          loading={change.isPending}
          onClick={() => change.mutate({ enabled: true })}
        >
          {t('pair.share')}
        </Button>
      </DialogActions>
    </>
  );
};
