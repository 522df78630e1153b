import { Button } from '@mantine/core';
import { IconRotate } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

import type { EditEntity } from '../../../../shared/api/edits.ts';
import { useBookCover, useSeriesCover } from '../../api/cover-versions.ts';
import { Cover } from '../../ui/cover/cover.tsx';
import { CoverDrop, CoverUploadButton } from '../covers/cover-drop.tsx';
import { keepCovers } from '../covers/kept-covers-query.ts';
import { KeptCovers } from '../covers/kept-covers.tsx';
import { BookChoices, PageChoices } from './cover-choices.tsx';
import { changeCover, chosenCoverQuery, coverChanged, type CoverWish } from './cover-calls.ts';
import classes from './cover-tab.module.css';

/** The current cover and the alternatives. Changes apply at once. */
export const CoverTab = ({ entity, id }: { entity: EditEntity; id: string }) => {
  const { t } = useTranslation('editing');
  const client = useQueryClient();
  const { data: chosen } = useQuery(chosenCoverQuery(entity, id));
  const subject = entity === 'series' ? 'series' : 'books';
  const change = (wish: CoverWish) => void changeCover(client, wish);
  const upload = (images: readonly File[]) =>
    keepCovers(subject, id, images, (upload_id) => changeCover(client, { entity, id, upload_id }));
  return (
    <CoverDrop className={classes.tab} onFiles={(images) => void upload(images)}>
      <div className={classes.current}>
        {entity === 'series' ? <SeriesCover id={id} /> : <BookCover id={id} />}
        <p className={classes.source}>{chosen && t(`cover.source.${chosen.source}`)}</p>
        <CoverUploadButton label={t('cover.upload')} onFiles={(images) => void upload(images)} />
        <p className={classes.source}>{t('cover.drop')}</p>
        <Button
          variant="subtle"
          color="gray"
          size="compact-md"
          leftSection={<IconRotate size={15} />}
          disabled={chosen === undefined || chosen.source === 'automatic'}
          onClick={() => change({ entity, id, image: null })}
        >
          {t('cover.reset')}
        </Button>
      </div>
      <div className={classes.choices}>
        <KeptCovers
          subject={subject}
          id={id}
          onChoose={(upload_id) => change({ entity, id, upload_id })}
          onRemoved={() => void coverChanged(client, entity, id)}
        />
        <p className={classes.hint}>{t(`cover.hint.${entity}`)}</p>
        {entity === 'series' ? (
          <BookChoices
            seriesId={id}
            chosen={chosen?.book_id ?? null}
            onChoose={(book_id) => change({ entity, id, book_id })}
          />
        ) : (
          <PageChoices
            bookId={id}
            chosen={chosen?.page ?? null}
            onChoose={(page) => change({ entity, id, page })}
          />
        )}
      </div>
    </CoverDrop>
  );
};

const SeriesCover = ({ id }: { id: string }) => <Cover src={useSeriesCover(id)} title="" eager />;
const BookCover = ({ id }: { id: string }) => <Cover src={useBookCover(id)} title="" eager />;
