import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { restartServer } from '../../../../shared/api/system.ts';
import { api } from '../../api/client.ts';
import { desktop } from '../../api/desktop.ts';
import { showToast } from '../../ui/feedback/notify.ts';
import { awaitRestart } from './await-restart.ts';
import { startupQuery } from './queries.ts';

type RestartState =
  | { is: 'idle' | 'by-hand' }
  /** `stayed`: the new port was unavailable. `silent`: no response at the expected address. */
  | { is: 'under-way' | 'stayed' | 'silent'; port: number };

/** Restarts the server and follows it to its new port. */
export const useRestart = () => {
  const { t } = useTranslation('settings');
  const client = useQueryClient();
  const [state, setState] = useState<RestartState>({ is: 'idle' });

  const follow = async (port: number) => {
    setState({ is: 'under-way', port });
    const found = await awaitRestart(Date.now());
    if (found === 'silent') setState({ is: 'silent', port });
    if (found === 'moved' && desktop === undefined) {
      window.location.assign(addressAt(port) + window.location.pathname);
    }
    if (found !== 'here') return;
    const now = await client.query(startupQuery());
    setState(now.port === port ? { is: 'idle' } : { is: 'stayed', port });
    if (now.port === port) showToast(t('startup.done'));
  };
  const ask = useMutation({
    mutationFn: () => api.call(restartServer),
    onSuccess: ({ restarting, port }) => {
      if (restarting) void follow(port);
      else setState({ is: 'by-hand' });
    },
  });
  return { state, ask };
};

/** URL of this page at another port. */
export const addressAt = (port: number): string => {
  const address = new URL(window.location.origin);
  address.port = String(port);
  return address.origin;
};
