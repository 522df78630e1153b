import { ActionIcon, Button } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

import {
  endOtherSessions,
  endSession,
  endUserSession,
  endUserSessions,
  listSessions,
  listUserSessions,
  type SessionRecord,
} from '../../../../shared/api/sessions.ts';
import { api } from '../../api/client.ts';
import { useChange } from '../../api/use-change.ts';
import { FormError } from '../../ui/feedback/form-error.tsx';
import { useClientName } from '../../ui/text/use-client-name.ts';
import { useLocale } from '../../ui/text/use-locale.ts';
import { RowsState } from '../settings/rows-skeleton.tsx';
import { Row, Section } from '../settings/section.tsx';
import settings from '../settings/settings-page.module.css';

/** Sessions of the caller, or of another person for an admin. */
export const Sessions = ({ userId = null }: { userId?: string | null }) => {
  const { t } = useTranslation('account');
  const params = { id: userId ?? '' };
  const queryKey = ['sessions', userId];
  const query = useQuery({
    queryKey,
    staleTime: 0,
    queryFn: ({ signal }) =>
      userId === null
        ? api.call(listSessions, { signal })
        : api.call(listUserSessions, { params, signal }),
  });
  const end = useChange([queryKey], (id: string) =>
    userId === null
      ? api.call(endSession, { params: { id } })
      : api.call(endUserSession, { params: { ...params, session_id: id } }),
  );
  const endOthers = useChange([queryKey], () =>
    userId === null ? api.call(endOtherSessions) : api.call(endUserSessions, { params }),
  );
  const sessions = query.data?.sessions ?? [];
  const hasOthers = sessions.some(({ is_current }) => !is_current);

  return (
    <Section
      title={t('sessions.title')}
      aside={
        hasOthers && (
          <Button
            size="compact-md"
            variant="default"
            loading={endOthers.isPending}
            onClick={() => endOthers.mutate(undefined)}
          >
            {t(userId === null ? 'sessions.endOthers' : 'sessions.endAll')}
          </Button>
        )
      }
    >
      <RowsState query={query} rows={2} compact />
      {query.data !== undefined && sessions.length === 0 && (
        <p className={settings.none}>{t('sessions.none')}</p>
      )}
      {sessions.length > 0 && (
        <div className={settings.card}>
          {sessions.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              onEnd={() => end.mutate(session.id)}
              isEnding={end.isPending && end.variables === session.id}
            />
          ))}
        </div>
      )}
      <FormError error={end.error ?? endOthers.error} />
    </Section>
  );
};

interface SessionRowProps {
  session: SessionRecord;
  onEnd: () => void;
  isEnding: boolean;
}

const SessionRow = ({ session, onEnd, isEnding }: SessionRowProps) => {
  const { t } = useTranslation('account');
  const { date, ago } = useLocale();
  const clientName = useClientName();
  const name = session.name === null ? t('sessions.unknown') : clientName(session.name);
  const about = [
    session.is_current
      ? t('sessions.current')
      : t('sessions.used', { ago: ago(session.last_used_at) }),
    session.address,
    t('sessions.since', { date: date(session.created_at) }),
    t(session.stays ? 'sessions.stays' : 'sessions.until', { date: date(session.expires_at) }),
  ]
    .filter(Boolean)
    .join(' · ');
  return (
    <Row label={name} text={about}>
      {!session.is_current && (
        <ActionIcon
          size={38}
          aria-label={t('sessions.end', { name })}
          loading={isEnding}
          onClick={onEnd}
        >
          <IconLogout size={18} stroke={1.6} />
        </ActionIcon>
      )}
    </Row>
  );
};
