import { Button } from '@mantine/core';
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Startup } from '../../../../shared/api/system.ts';
import { desktop } from '../../api/desktop.ts';
import { Banner } from '../../ui/feedback/banner.tsx';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx';
import { reportFailure } from '../../ui/feedback/notify.ts';
import { useTranslateServerMessage } from '../../ui/feedback/translate-server-message.ts';
import settings from '../settings/settings-page.module.css';
import { useSetPort } from './queries.ts';
import classes from './restart-dialog.module.css';
import { addressAt, useRestart } from './use-restart.ts';

/** Changes that need a restart, and the restart's progress. */
export const RestartBanner = ({ startup }: { startup: Startup }) => {
  const { t } = useTranslation('settings');
  const { state, ask } = useRestart();
  const [asking, setAsking] = useState(false);
  switch (state.is) {
    case 'under-way':
      return (
        <Banner title={t('startup.restarting')} icon={<IconRefresh size={20} />}>
          {t('startup.restartingText')}
        </Banner>
      );
    case 'silent':
      return (
        <Banner title={t('startup.silent')} icon={<IconAlertTriangle size={20} />}>
          {t('startup.silentText')}{' '}
          <a className={settings.link} href={addressAt(state.port)}>
            {addressAt(state.port)}
          </a>
        </Banner>
      );
    case 'by-hand':
      return (
        <Banner title={t('startup.byHand')} icon={<IconRefresh size={20} />}>
          {t('startup.byHandText')}
        </Banner>
      );
    default:
      return (
        <>
          {state.is === 'stayed' && (
            <Banner title={t('startup.stayed')} icon={<IconAlertTriangle size={20} />}>
              {t('startup.stayedText', { port: state.port })}
            </Banner>
          )}
          <Waiting startup={startup} onRestart={() => setAsking(true)} />
          {asking && (
            <RestartDialog startup={startup} change={ask} onClose={() => setAsking(false)} />
          )}
        </>
      );
  }
};

const Waiting = ({ startup, onRestart }: { startup: Startup; onRestart: () => void }) => {
  const { t } = useTranslation('settings');
  const sentence = useTranslateServerMessage();
  const change = useSetPort();
  const { port, next_port: next, changed, problem } = startup;
  const others = changed.filter((key) => key !== 'server.port');
  if (problem !== null) {
    return (
      <Banner title={t('startup.problem')} tone="danger" icon={<IconAlertTriangle size={20} />}>
        {sentence(problem)}
      </Banner>
    );
  }
  if (port === next && others.length === 0) return null;
  const keep = () => change.mutate(port, { onError: reportFailure });
  return (
    <Banner
      title={port === next ? t('startup.changed') : t('startup.moves', { port: next })}
      icon={<IconRefresh size={20} />}
      action={
        <>
          {port !== next && startup.can_set_port && (
            <Button size="compact-md" variant="default" loading={change.isPending} onClick={keep}>
              {t('startup.keep', { port })}
            </Button>
          )}
          {startup.can_restart && (
            <Button size="compact-md" onClick={onRestart}>
              {t('startup.restart')}
            </Button>
          )}
        </>
      }
    >
      {others.length === 0
        ? t('startup.waits', { port })
        : t('startup.changedText', { keys: others.join(', ') })}
    </Banner>
  );
};

interface RestartDialogProps {
  startup: Startup;
  change: { isPending: boolean; error: unknown; mutate: () => void };
  onClose: () => void;
}

/** Confirms a restart, which interrupts all users, and lists the changes. */
const RestartDialog = ({ startup, change, onClose }: RestartDialogProps) => {
  const { t } = useTranslation('settings');
  const { port, next_port: next } = startup;
  return (
    <ConfirmDialog
      title={t('startup.askTitle')}
      action={t('startup.restart')}
      change={change}
      onConfirm={() => change.mutate()}
      onClose={onClose}
    >
      <div className={classes.said}>
        <p>{t('startup.askText')}</p>
        {port !== next && <p>{t('startup.askMoves', { port: next })}</p>}
        {port !== next && desktop === undefined && <p>{t('startup.askSignIn')}</p>}
      </div>
    </ConfirmDialog>
  );
};
