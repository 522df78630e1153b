import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { listOwnSignIns, listSignIns, type SignInRecord } from '../../../../shared/api/sign-ins.ts';
import { api } from '../../api/client.ts';
import { Pager } from '../../ui/lists/pager.tsx';
import { useClientName } from '../../ui/text/use-client-name.ts';
import { useLocale } from '../../ui/text/use-locale.ts';
import { RowsState } from '../settings/rows-skeleton.tsx';
import { Row, Section } from '../settings/section.tsx';
import settings from '../settings/settings-page.module.css';

const pageSize = 10;

/** Sign-ins and failed attempts of the last 90 days: one's own, or those of everybody. */
export const SignIns = ({ ofAll = false }: { ofAll?: boolean }) => {
  const { t } = useTranslation('account');
  const { moment } = useLocale();
  const clientName = useClientName();
  const [page, setPage] = useState(1);
  const query = useQuery({
    queryKey: ['sign-ins', ofAll, page],
    staleTime: 0,
    queryFn: ({ signal }) =>
      api.call(ofAll ? listSignIns : listOwnSignIns, { query: { page, pageSize }, signal }),
    placeholderData: keepPreviousData,
  });
  const { data } = query;
  const about = ({ source, failure, name, address, key_name, username }: SignInRecord) =>
    [
      failure === null ? t(`signIns.sources.${source}`) : t(`signIns.failures.${failure}`),
      key_name,
      name !== null && clientName(name),
      address,
      ofAll && username,
    ]
      .filter(Boolean)
      .join(' · ');
  return (
    <Section title={t('signIns.title')}>
      <RowsState query={query} rows={2} compact />
      {data?.total === 0 && <p className={settings.none}>{t('signIns.none')}</p>}
      {data !== undefined && data.total > 0 && (
        <div className={settings.card}>
          {data.data.map((signIn) => (
            <Row key={signIn.id} label={moment(signIn.created_at)} text={about(signIn)} />
          ))}
        </div>
      )}
      <Pager page={page} query={query} onPage={setPage} />
    </Section>
  );
};
