import { IconBookmark, IconBookmarkFilled, IconPlaylistAdd } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

import { useCan } from '../../api/session-store.ts';
import { TagList } from '../../ui/lists/tag-list.tsx';
import { HeadButton } from '../../ui/controls/head-button.tsx';
import { openAddToList } from './add-store.ts';
import type { ListKind } from './list-api.ts';
import { listsQuery, wantedIdsQuery } from './queries.ts';
import { toggleWanted } from './want-to-read-actions.ts';

interface EntityProps {
  kind: 'series' | 'books';
  id: string;
}

const kindOfLists = (kind: EntityProps['kind']): ListKind =>
  kind === 'series' ? 'collections' : 'readLists';

/** List buttons of a series or book: "Want to read" and "Add to list…". */
export const ListButtons = ({ kind, id }: EntityProps) => {
  const { t } = useTranslation('lists');
  const client = useQueryClient();
  const canSee = useCan('progress-read');
  const canWant = useCan('progress-write');
  const canAdd = useCan(kind === 'series' ? 'collections-write' : 'read-lists-write');
  const { data: wanted } = useQuery({ ...wantedIdsQuery(), enabled: canSee });
  const isWanted = wanted?.has(id) === true;
  return (
    <>
      {canWant && (
        <HeadButton
          icon={isWanted ? <IconBookmarkFilled size={19} /> : <IconBookmark size={19} />}
          label={t('wanted.title')}
          hint={t(isWanted ? 'wanted.on' : 'wanted.off')}
          isPressed={isWanted}
          onClick={() => void toggleWanted(client, [id])}
        />
      )}
      {canAdd && (
        <HeadButton
          icon={<IconPlaylistAdd size={20} />}
          label={t('addTo')}
          onClick={() => openAddToList({ kind, ids: [id] })}
        />
      )}
    </>
  );
};

/** The lists that contain a series or book; hidden if none. */
export const Memberships = ({ kind, id }: EntityProps) => {
  const { t } = useTranslation('lists');
  const lists = kindOfLists(kind);
  const may = useCan(lists === 'collections' ? 'collections-read' : 'read-lists-read');
  const { data, isLoading } = useQuery({
    ...listsQuery(lists, { pageSize: 50, memberId: id }),
    enabled: may,
  });
  if (data === undefined) return isLoading && <span data-awaited />;
  return (
    <TagList
      label={t(`${lists}.in`)}
      tags={data.data.map(({ id: list }) => list)}
      render={(list) => (
        <Link
          to={lists === 'collections' ? '/collection/$id' : '/read-list/$id'}
          params={{ id: list }}
        >
          {data.data.find((entry) => entry.id === list)?.name}
        </Link>
      )}
    />
  );
};
