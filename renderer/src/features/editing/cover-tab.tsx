import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

import type { EditEntity } from '../../../../shared/api/edits.ts';
import { useBookCover, useSeriesCover } from '../../api/cover-versions.ts';
import { Cover } from '../../ui/cover/cover.tsx';
import { CoverEditor } from '../covers/cover-editor.tsx';
import { BookChoices, PageChoices } from './cover-choices.tsx';
import { changeCover, chosenCoverQuery, coverChanged, type CoverWish } from './cover-calls.ts';

/** The current cover and the alternatives. Changes apply at once. */
export const CoverTab = ({ entity, id }: { entity: EditEntity; id: string }) => {
  const { t } = useTranslation('editing');
  const client = useQueryClient();
  const { data: chosen } = useQuery(chosenCoverQuery(entity, id));
  const subject = entity === 'series' ? 'series' : 'books';
  const change = (wish: CoverWish) => void changeCover(client, wish);
  return (
    <CoverEditor
      subject={subject}
      id={id}
      cover={entity === 'series' ? <SeriesCover id={id} /> : <BookCover id={id} />}
      source={chosen && t(`cover.source.${chosen.source}`)}
      isAutomatic={chosen === undefined || chosen.source === 'automatic'}
      onReset={() => void changeCover(client, { entity, id, image: null })}
      onUpload={(upload_id) => changeCover(client, { entity, id, upload_id })}
      onRemoved={() => void coverChanged(client, entity, id)}
      hint={t(`cover.hint.${entity}`)}
    >
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
    </CoverEditor>
  );
};

const SeriesCover = (series: { id: string }) => (
  <Cover src={useSeriesCover(series)} title="" eager />
);
const BookCover = (book: { id: string }) => <Cover src={useBookCover(book)} title="" eager />;
