import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';

import { reportFailure } from '../../ui/feedback/notify.ts';
import classes from './imports.module.css';
import { useInvite } from './queries.ts';

/** Links with which imported people set their password. */
export const Invitations = ({ id }: { id: string }) => {
  const { t } = useTranslation('imports');
  const invite = useInvite(id);
  return (
    <>
      <div className={classes.tools}>
        <Button
          variant="default"
          loading={invite.isPending}
          onClick={() => invite.mutate(undefined, { onError: reportFailure })}
        >
          {t('invite')}
        </Button>
        <p className={classes.quiet}>{t('inviteText')}</p>
      </div>
      {invite.data !== undefined && (
        <ul className={classes.links}>
          {invite.data.invitations.map(({ username, link }) => (
            <li key={username}>
              <strong>{username}</strong> <code>{link}</code>
            </li>
          ))}
          {invite.data.invitations.length === 0 && <li>{t('inviteNobody')}</li>}
        </ul>
      )}
    </>
  );
};
