import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

import type { Book } from '../../../../shared/api/book-record.ts';
import type { Series } from '../../../../shared/api/series-record.ts';
import { useBookCover, useSeriesCover } from '../../api/cover-versions.ts';
import { Cover } from '../../ui/cover/cover.tsx';
import { Dialog } from '../../ui/feedback/dialog.tsx';
import { QueryState } from '../../ui/feedback/empty-state.tsx';
import { GridSkeleton } from '../library/grid/grid-skeleton.tsx';
import { CoverChoice, CoverChoices } from '../covers/cover-choice.tsx';
import { CoverEditor } from '../covers/cover-editor.tsx';
import { changeListCover, type ListCoverWish } from './change-cover.ts';
import { listApis, type KeptList, type ListKind } from './list-api.ts';
import { memberId, memberName, type ListItem } from './list-item.ts';
import { membersQuery } from './queries.ts';

interface CoverDialogProps {
  kind: ListKind;
  list: KeptList;
  onClose: () => void;
}

/** Chooses a list's cover: an item's, an uploaded image, or the default. */
export const CoverDialog = ({ kind, list, onClose }: CoverDialogProps) => {
  const { t } = useTranslation('lists');
  const client = useQueryClient();
  const query = useQuery(membersQuery(kind, list.id, 1));
  const { data } = query;
  const change = (wish: ListCoverWish) => void changeListCover(client, kind, list, wish);
  return (
    <Dialog title={t('cover.title', { name: list.name })} opened onClose={onClose} size={720}>
      <CoverEditor
        subject={kind}
        id={list.id}
        cover={<Cover src={listApis[kind].cover(list)} title={list.name} />}
        source={t(`cover.source.${list.cover_source}`)}
        isAutomatic={list.cover_source === 'automatic'}
        onReset={() => change({ image: null })}
        onUpload={(uploadId) => changeListCover(client, kind, list, { uploadId })}
        onRemoved={() => void client.invalidateQueries({ queryKey: ['lists', kind] })}
        hint={t('cover.hint')}
      >
        <QueryState query={query} placeholder={<GridSkeleton />} compact />
        {data !== undefined && (
          <CoverChoices>
            {data.data.map((member) => (
              <li key={memberId(member)}>
                <CoverChoice
                  name={t('cover.of', { name: memberName(member) })}
                  isChosen={list.cover_member_id === memberId(member)}
                  onChoose={() => change({ memberId: memberId(member) })}
                >
                  <MemberCover member={member} />
                </CoverChoice>
              </li>
            ))}
          </CoverChoices>
        )}
      </CoverEditor>
    </Dialog>
  );
};

const MemberCover = ({ member }: { member: ListItem }) =>
  member.kind === 'series' ? (
    <SeriesCover series={member.series} />
  ) : (
    <BookCover book={member.book} />
  );

const SeriesCover = ({ series }: { series: Series }) => (
  <Cover src={useSeriesCover(series)} title={series.name} />
);

const BookCover = ({ book }: { book: Book }) => (
  <Cover src={useBookCover(book)} title={book.title} />
);
