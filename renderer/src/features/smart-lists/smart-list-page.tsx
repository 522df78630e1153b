import { Button, Menu } from '@mantine/core';
import {
  IconCopy,
  IconHome,
  IconPencil,
  IconPin,
  IconPinnedOff,
  IconTrash,
  IconUsers,
} from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { hasCode } from '../../../../shared/errors.ts';
import type { SmartList } from '../../../../shared/api/smart-lists.ts';
import { useCan } from '../../api/session-store.ts';
import { useUserPreference } from '../../ui/user-preferences.ts';
import { NotFoundPage } from '../../ui/layout/not-found-page.tsx';
import { usePageTitle } from '../../ui/layout/page-title.ts';
import { toggled } from '../sidebar/sidebar-preference.ts';
import { usePin } from '../sidebar/use-pin.ts';
import { Page, PageTitle } from '../../ui/layout/page.tsx';
import { SplitButton } from '../../ui/controls/split-button.tsx';
import { QueryState } from '../../ui/feedback/empty-state.tsx';
import { homePreference } from '../home/home-preference.ts';
import { GridSkeleton } from '../library/grid/grid-skeleton.tsx';
import { removeSmartList, shareSmartList } from './change-smart-lists.ts';
import { draftOf, type SmartDraft } from './draft.ts';
import { useListFacts } from './list-facts.ts';
import { smartListQuery } from './queries.ts';
import { SmartListDialog } from './smart-list-dialog.tsx';
import { FoundBooks, FoundSeries } from './smart-list-results.tsx';
import classes from './smart-lists.module.css';

const route = getRouteApi('/shell/smart-list/$id');

/** Results of a smart list, and its actions. */
export const SmartListPage = () => {
  const { t } = useTranslation('smartLists');
  const { id } = route.useParams();
  const query = useQuery(smartListQuery(id));
  const { data: list } = query;
  usePageTitle(list?.name, [{ label: t('title'), link: { to: '/smart-lists' } }]);
  if (hasCode(query.error, 'NotFound')) return <NotFoundPage />;
  return (
    <Page>
      {list !== undefined && <Content list={list} />}
      <QueryState query={query} placeholder={<GridSkeleton />} />
    </Page>
  );
};

const Content = ({ list }: { list: SmartList }) => {
  const { rules, owner } = useListFacts()(list);
  return (
    <>
      <PageTitle aside={<Actions list={list} />}>{list.name}</PageTitle>
      <p className={classes.about}>
        {rules}
        {owner !== null && ` · ${owner}`}
      </p>
      {list.target === 'series' ? (
        <FoundSeries key={list.updated_at} list={list} />
      ) : (
        <FoundBooks key={list.updated_at} list={list} />
      )}
    </>
  );
};

/** Edit button with a menu for an own list; for others' lists, an editable copy. */
const Actions = ({ list }: { list: SmartList }) => {
  const { t } = useTranslation(['smartLists', 'common']);
  const client = useQueryClient();
  const navigate = useNavigate();
  const canWrite = useCan('progress-write');
  const canShare = useCan('collections-write');
  const [writing, setWriting] = useState<{ draft: SmartDraft; id: string | null } | null>(null);
  const pin = usePin({ href: `/smart-list/${list.id}`, title: list.name });
  const [homeShelves, changeHome] = useUserPreference(homePreference);
  const edit = () => setWriting({ draft: draftOf(list), id: list.id });
  const copy = () =>
    setWriting({
      draft: { ...draftOf(list), name: t('copyOf', { name: list.name }), shared: false },
      id: null,
    });
  const remove = async () => {
    if (await removeSmartList(client, list)) await navigate({ to: '/smart-lists' });
  };
  return (
    <>
      <SplitButton
        menuLabel={t('moreActions')}
        main={
          list.own ? (
            <Button
              size="md"
              leftSection={<IconPencil size={17} />}
              disabled={!canWrite}
              onClick={edit}
            >
              {t('editRules')}
            </Button>
          ) : (
            <Button
              size="md"
              leftSection={<IconCopy size={17} />}
              disabled={!canWrite}
              onClick={copy}
            >
              {t('copy')}
            </Button>
          )
        }
      >
        {pin.isPossible && (
          <Menu.Item
            leftSection={pin.isPinned ? <IconPinnedOff size={16} /> : <IconPin size={16} />}
            onClick={pin.toggle}
          >
            {t(pin.isPinned ? 'common:shell.unpin' : 'common:shell.pin')}
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={<IconHome size={16} />}
          onClick={() =>
            void changeHome({ ...homeShelves, lists: toggled(homeShelves.lists, list.id) })
          }
        >
          {t(homeShelves.lists.includes(list.id) ? 'offHome' : 'onHome')}
        </Menu.Item>
        {list.own && canWrite && (
          <Menu.Item leftSection={<IconCopy size={16} />} onClick={copy}>
            {t('copy')}
          </Menu.Item>
        )}
        {list.own && canWrite && (canShare || list.shared) && (
          <Menu.Item
            leftSection={<IconUsers size={16} />}
            onClick={() => void shareSmartList(client, list, !list.shared)}
          >
            {t(list.shared ? 'unshare' : 'share')}
          </Menu.Item>
        )}
        {list.own && canWrite && (
          <Menu.Item
            color="var(--o-danger)"
            leftSection={<IconTrash size={16} />}
            onClick={() => void remove()}
          >
            {t('delete')}
          </Menu.Item>
        )}
      </SplitButton>
      {writing !== null && (
        <SmartListDialog
          {...writing}
          onClose={() => setWriting(null)}
          onSaved={({ id }) => void navigate({ to: '/smart-list/$id', params: { id } })}
        />
      )}
    </>
  );
};
