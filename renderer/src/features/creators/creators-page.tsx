import { Select } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { SearchField } from '../../ui/controls/search-field.tsx';
import { usePageTitle } from '../../ui/layout/page-title.ts';
import { Page, PageTitle } from '../../ui/layout/page.tsx';
import { CreatorsGrid } from './creators-grid.tsx';
import { creatorRolesQuery } from './queries.ts';
import { useRoleName } from './role-name.ts';

const route = getRouteApi('/shell/creators');

/** Debounce before a search is written to the URL (ms). */
const pauseMs = 250;

/** The creators of all libraries, with a search and a filter by role. */
export const CreatorsPage = () => {
  const { t } = useTranslation('creators');
  const roleName = useRoleName();
  usePageTitle(t('title'));
  const { q, role } = route.useSearch();
  const navigate = route.useNavigate();
  const [text, setText] = useState(q ?? '');
  const { data: roles = [] } = useQuery(creatorRolesQuery());
  const change = (next: { q?: string | undefined; role?: string | undefined }) =>
    void navigate({ search: (known) => ({ ...known, ...next }), replace: true });
  const search = useDebouncedCallback(
    (next: string) => change({ q: next === '' ? undefined : next }),
    pauseMs,
  );
  return (
    <Page>
      <PageTitle
        aside={
          <>
            <SearchField
              label={t('search')}
              value={text}
              onChange={(value) => {
                setText(value);
                search(value.trim());
              }}
            />
            <Select
              aria-label={t('role')}
              data={[
                { value: '', label: t('anyRole') },
                ...roles.map((item) => ({ value: item.role, label: roleName(item.role) })),
              ]}
              value={role ?? ''}
              allowDeselect={false}
              onChange={(next) => change({ role: next === null || next === '' ? undefined : next })}
            />
          </>
        }
      >
        {t('title')}
      </PageTitle>
      <CreatorsGrid key={`${role} ${q}`} filter={{ search: q, role }} />
    </Page>
  );
};
