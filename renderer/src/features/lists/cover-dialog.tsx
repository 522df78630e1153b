import { Button } from '@mantine/core';
import { IconRotate } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

import { useBookCover, useSeriesCover } from '../../api/cover-versions.ts';
import { Cover } from '../../ui/cover/cover.tsx';
import { Dialog } from '../../ui/feedback/dialog.tsx';
import { QueryState } from '../../ui/feedback/empty-state.tsx';
import { GridSkeleton } from '../library/grid/grid-skeleton.tsx';
import { CoverDrop, CoverUploadButton } from '../covers/cover-drop.tsx';
import { keepCovers } from '../covers/kept-covers-query.ts';
import { KeptCovers } from '../covers/kept-covers.tsx';
import { changeListCover, type ListCoverWish } from './change-cover.ts';
import { listApis, type KeptList, type ListKind } from './list-api.ts';
import classes from './cover-dialog.module.css';
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
  const upload = (images: readonly File[]) =>
    keepCovers(kind, list.id, images, (uploadId) =>
      changeListCover(client, kind, list, { uploadId }),
    );
  return (
    <Dialog title={t('cover.title', { name: list.name })} opened onClose={onClose} size={720}>
      <CoverDrop className={classes.body} onFiles={(images) => void upload(images)}>
        <div className={classes.current}>
          <Cover src={listApis[kind].cover(list)} title={list.name} />
          <p className={classes.hint} role="status">
            {t(`cover.source.${list.cover_source}`)}
          </p>
          <CoverUploadButton label={t('cover.upload')} onFiles={(images) => void upload(images)} />
          <p className={classes.hint}>{t('cover.drop')}</p>
          <Button
            variant="subtle"
            color="gray"
            size="compact-md"
            leftSection={<IconRotate size={15} />}
            disabled={list.cover_source === 'automatic'}
            onClick={() => change({ image: null })}
          >
            {t('cover.reset')}
          </Button>
        </div>
        <div>
          <KeptCovers
            subject={kind}
            id={list.id}
            onChoose={(uploadId) => change({ uploadId })}
            onRemoved={() => void client.invalidateQueries({ queryKey: ['lists', kind] })}
          />
          <QueryState query={query} placeholder={<GridSkeleton />} compact />
          {data !== undefined && (
            <>
              <p className={classes.hint}>{t('cover.hint')}</p>
              <ul className={classes.grid}>
                {data.data.map((member) => (
                  <li key={memberId(member)}>
                    <button
                      type="button"
                      className={classes.choice}
                      aria-pressed={list.cover_member_id === memberId(member)}
                      aria-label={t('cover.of', { name: memberName(member) })}
                      title={memberName(member)}
                      onClick={() => change({ memberId: memberId(member) })}
                    >
                      <MemberCover member={member} />
                    </button>
                  </li>
                ))}
              </ul>
            </>
          )}
        </div>
      </CoverDrop>
    </Dialog>
  );
};

const MemberCover = ({ member }: { member: ListItem }) =>
  member.kind === 'series' ? (
    <SeriesCover id={member.series.id} name={member.series.name} />
  ) : (
    <BookCover id={member.book.id} name={member.book.title} />
  );

const SeriesCover = ({ id, name }: { id: string; name: string }) => (
  <Cover src={useSeriesCover(id)} title={name} />
);

const BookCover = ({ id, name }: { id: string; name: string }) => (
  <Cover src={useBookCover(id)} title={name} />
);
