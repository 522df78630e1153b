import { IconBell, IconBellFilled } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

import { useCan } from '../../api/session-store.ts';
import { showToast } from '../../ui/feedback/notify.ts';
import { HeadButton } from '../../ui/controls/head-button.tsx';
import { followedIdsQuery, useFollow } from './queries.ts';

/** Follows a series: its new books and releases are worth a notification. */
export const FollowButton = ({ id }: { id: string }) => {
  const { t } = useTranslation('notifications');
  const canSee = useCan('progress-read');
  const canFollow = useCan('progress-write');
  const { data: followed } = useQuery({ ...followedIdsQuery(), enabled: canSee });
  const change = useFollow(id);
  const follows = followed?.has(id) === true;
  if (!canFollow) return null;
  return (
    <HeadButton
      icon={follows ? <IconBellFilled size={19} /> : <IconBell size={19} />}
      label={t('follow.title')}
      hint={t(follows ? 'follow.on' : 'follow.off')}
      isPressed={follows}
      disabled={followed === undefined}
      onClick={() =>
        change.mutate(!follows, {
          onSuccess: () => showToast(t(follows ? 'follow.ended' : 'follow.begun')),
        })
      }
    />
  );
};
