import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { restartServer } from '../../../../shared/api/system.ts';
import { api } from '../../api/client.ts';
import { desktop } from '../../app/desktop.ts';
import { say } from '../../ui/notify.ts';
import { awaitRestart } from './await-restart.ts';
import { startupQuery } from './queries.ts';

type RestartState =
  | { is: 'idle' | 'by-hand' }
  /** `stayed`: it could not have that port. `silent`: it should answer at that address. */
  | { is: 'under-way' | 'stayed' | 'silent'; port: number };

/** Restarts the server, and takes the page along where it goes. */
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
    if (now.port === port) say(t('startup.done'));
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

/** Where this page would be at another port. */
export const addressAt = (port: number): string => {
  const address = new URL(window.location.origin);
  address.port = String(port);
  return address.origin;
};
