import { Button, Menu } from '@mantine/core';
import {
  IconArrowsSort,
  IconDownload,
  IconMoodEmpty,
  IconPencil,
  IconPhoto,
  IconPlayerPlay,
  IconTrash,
} from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { hasCode } from '../../../../shared/errors.ts';
import { exportReadList } from '../../../../shared/api/read-lists.ts';
import { serverUrl } from '../../api/base-path.ts';
import { useCan } from '../../api/session-store.ts';
import { SplitButton } from '../../ui/controls/split-button.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback/empty-state.tsx';
import { EntityHead } from '../../ui/layout/entity-head.tsx';
import { EntitySkeleton } from '../../ui/layout/entity-skeleton.tsx';
import { ButtonLink } from '../../ui/layout/links.tsx';
import { NotFoundPage } from '../../ui/layout/not-found-page.tsx';
import { usePageTitle } from '../../ui/layout/page-title.ts';
import { Prose } from '../../ui/text/prose.tsx';
import { BookFeedItem } from '../book-feeds/book-feed-item.tsx';
import { useSentence } from '../filters/use-sentence.ts';
import { filterOf } from '../smart-lists/draft.ts';
import { deleteList } from './change-lists.ts';
import { CoverDialog } from './cover-dialog.tsx';
import { listApis, type KeptList, type ListKind } from './list-api.ts';
import { ListDialog } from './list-dialog.tsx';
import { ListMembers } from './list-members.tsx';
import classes from './lists.module.css';
import { SaveAllItem } from './save-all-item.tsx';
import { listQuery, nextOnList } from './queries.ts';

const collectionRoute = getRouteApi('/shell/collection/$id');
const readListRoute = getRouteApi('/shell/read-list/$id');

export const CollectionPage = () => (
  <ListPage kind="collections" id={collectionRoute.useParams().id} />
);

export const ReadListPage = () => <ListPage kind="readLists" id={readListRoute.useParams().id} />;

const pathOfAll = { collections: '/collections', readLists: '/read-lists' } as const;

const ListPage = ({ kind, id }: { kind: ListKind; id: string }) => {
  const { t } = useTranslation('lists');
  const { data: list, error, refetch } = useQuery(listQuery(kind, id));
  usePageTitle(list?.name, [{ label: t(`${kind}.title`), link: { to: pathOfAll[kind] } }]);
  if (hasCode(error, 'NotFound')) return <NotFoundPage />;
  if (list !== undefined) return <ListContent key={list.id} kind={kind} list={list} />;
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return <EntitySkeleton />;
};

const ListContent = ({ kind, list }: { kind: ListKind; list: KeptList }) => {
  const { t } = useTranslation('lists');
  const [isArranging, setArranging] = useState(false);
  return (
    <>
      <EntityHead
        cover={listApis[kind].cover(list)}
        title={list.name}
        above={
          <Link data-alone to={pathOfAll[kind]}>
            {t(`${kind}.title`)}
          </Link>
        }
        facts={[
          t(`${kind}.count`, { count: list.count }),
          list.ordered || list.condition !== null ? null : t('byName'),
        ]}
        actions={
          <ListActions
            kind={kind}
            list={list}
            isArranging={isArranging}
            onArrange={() => setArranging(!isArranging)}
          />
        }
      >
        {list.summary !== null && <Prose text={list.summary} />}
        {list.condition !== null && <RuleText condition={list.condition} />}
      </EntityHead>
      {list.count === 0 ? (
        <EmptyState icon={<IconMoodEmpty stroke={1.25} />} title={t(`${kind}.bare.title`)}>
          {t(list.condition === null ? `${kind}.bare.text` : 'rule.bare')}
        </EmptyState>
      ) : (
        <ListMembers kind={kind} list={list} isArranging={isArranging} />
      )}
    </>
  );
};

interface ListActionsProps {
  kind: ListKind;
  list: KeptList;
  isArranging: boolean;
  onArrange: () => void;
}

/** Continue button of a reading list, Arrange, and a menu with the rest. */
const ListActions = ({ kind, list, isArranging, onArrange }: ListActionsProps) => {
  const { t } = useTranslation('lists');
  const client = useQueryClient();
  const navigate = useNavigate();
  const [isEditing, setEditing] = useState(false);
  const [isPainting, setPainting] = useState(false);
  const canSee = useCan('progress-read');
  const { data: next } = useQuery({ ...nextOnList(kind, list.id), enabled: canSee });
  const canWrite = useCan(kind === 'collections' ? 'collections-write' : 'read-lists-write');
  const canDelete = useCan(kind === 'collections' ? 'collections-delete' : 'read-lists-delete');
  const canFeed = useCan('books-read');
  const canDownload = useCan('books-download');
  const remove = async () => {
    if (await deleteList(client, kind, list)) await navigate({ to: pathOfAll[kind] });
  };
  const canArrange = canWrite && list.count > 0 && list.condition === null;
  const arrange = (
    <Button
      size="md"
      variant="default"
      leftSection={<IconArrowsSort size={17} />}
      aria-pressed={isArranging}
      onClick={onArrange}
    >
      {t(isArranging ? 'arranged' : 'arrange')}
    </Button>
  );
  const items = (
    <>
      {canWrite && (
        <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => setEditing(true)}>
          {t('editList')}
        </Menu.Item>
      )}
      {canWrite && (
        <Menu.Item leftSection={<IconPhoto size={16} />} onClick={() => setPainting(true)}>
          {t('cover.choose')}
        </Menu.Item>
      )}
      {kind === 'readLists' && (
        <Menu.Item
          component="a"
          href={serverUrl(exportReadList, { params: { id: list.id } })}
          download
          leftSection={<IconDownload size={16} />}
        >
          {t('export')}
        </Menu.Item>
      )}
      <BookFeedItem
        scope={kind === 'collections' ? 'collection_id' : 'read_list_id'}
        id={list.id}
        name={list.name}
      />
      {kind === 'readLists' && list.count > 0 && canDownload && <SaveAllItem listId={list.id} />}
      {canDelete && (
        <Menu.Item
          color="var(--o-danger)"
          leftSection={<IconTrash size={16} />}
          onClick={() => void remove()}
        >
          {t('delete')}
        </Menu.Item>
      )}
    </>
  );
  const hasMenu = canWrite || canDelete || kind === 'readLists' || canFeed;
  const proceed =
    next === undefined || next === null ? null : next.kind === 'book' ? (
      <ButtonLink
        size="md"
        to="/read/$bookId"
        params={{ bookId: next.book.id }}
        search={{ list: list.id }}
        leftSection={<IconPlayerPlay size={18} />}
      >
        {t('continue', { name: next.book.title })}
      </ButtonLink>
    ) : (
      <ButtonLink
        size="md"
        to="/series/$seriesId"
        params={{ seriesId: next.series.id }}
        leftSection={<IconPlayerPlay size={18} />}
      >
        {t('continue', { name: next.series.name })}
      </ButtonLink>
    );
  return (
    <>
      {proceed !== null &&
        (hasMenu ? (
          <SplitButton menuLabel={t('moreActions')} main={proceed}>
            {items}
          </SplitButton>
        ) : (
          proceed
        ))}
      {canArrange && proceed !== null && arrange}
      {proceed === null && hasMenu && (
        <SplitButton
          menuLabel={t('moreActions')}
          main={
            <Button
              size="md"
              leftSection={<IconPencil size={17} />}
              disabled={!canWrite}
              onClick={() => setEditing(true)}
            >
              {t('editList')}
            </Button>
          }
        >
          {items}
        </SplitButton>
      )}
      {canArrange && proceed === null && arrange}
      {isPainting && <CoverDialog kind={kind} list={list} onClose={() => setPainting(false)} />}
      {isEditing && <ListDialog kind={kind} list={list} onClose={() => setEditing(false)} />}
    </>
  );
};

/** Describes a collection's rule. */
const RuleText = ({ condition }: { condition: Record<string, unknown> }) => {
  const { t } = useTranslation('lists');
  const sentence = useSentence()(filterOf({ condition }));
  return <p className={classes.rule}>{t('rule.text', { sentence })}</p>;
};
