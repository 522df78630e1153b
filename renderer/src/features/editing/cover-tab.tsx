import { Button } from '@mantine/core';
import { IconRotate, IconUpload } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { EditEntity } from '../../../../shared/api/edits.ts';
import { useBookCover, useSeriesCover } from '../../api/cover-versions.ts';
import { Cover } from '../../ui/cover/cover.tsx';
import { useLocale } from '../../ui/text/use-locale.ts';
import { BookChoices, PageChoices } from './cover-choices.tsx';
import { changeCover, chosenCoverQuery } from './cover-calls.ts';
import classes from './cover-tab.module.css';

/** The current cover and the alternatives. Changes apply at once. */
export const CoverTab = ({ entity, id }: { entity: EditEntity; id: string }) => {
  const { t } = useTranslation('editing');
  const client = useQueryClient();
  const { bytes } = useLocale();
  const { data: chosen } = useQuery(chosenCoverQuery(entity, id));
  const file = useRef<HTMLInputElement>(null);
  const [sent, setSent] = useState<string | null>(null);
  const [isOver, setOver] = useState(false);
  const upload = async (files: FileList | null) => {
    const image = files?.[0];
    if (image === undefined) return;
    setSent(await describeImage(image, bytes));
    await changeCover(client, { entity, id, image });
  };
  return (
    <div
      className={classes.tab}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        void upload(event.dataTransfer.files);
      }}
    >
      <div className={classes.current}>
        {entity === 'series' ? <SeriesCover id={id} /> : <BookCover id={id} />}
        <p className={classes.source}>{chosen && t(`cover.source.${chosen.source}`)}</p>
        {chosen?.source === 'upload' && sent !== null && <p className={classes.source}>{sent}</p>}
        <Button
          variant="default"
          size="compact-md"
          leftSection={<IconUpload size={15} />}
          onClick={() => file.current?.click()}
        >
          {t('cover.upload')}
        </Button>
        <p className={classes.source}>{t('cover.drop')}</p>
        <input
          ref={file}
          type="file"
          accept="image/png,image/jpeg,image/webp,image/avif"
          hidden
          aria-label={t('cover.upload')}
          onChange={(event) => void upload(event.currentTarget.files)}
        />
        <Button
          variant="subtle"
          color="gray"
          size="compact-md"
          leftSection={<IconRotate size={15} />}
          disabled={chosen === undefined || chosen.source === 'automatic'}
          onClick={() => void changeCover(client, { entity, id, image: null })}
        >
          {t('cover.reset')}
        </Button>
      </div>
      <div className={classes.choices}>
        <p className={classes.hint}>{t(`cover.hint.${entity}`)}</p>
        {entity === 'series' ? (
          <BookChoices
            seriesId={id}
            chosen={chosen?.book_id ?? null}
            onChoose={(book_id) => void changeCover(client, { entity, id, book_id })}
          />
        ) : (
          <PageChoices
            bookId={id}
            chosen={chosen?.page ?? null}
            onChoose={(page) => void changeCover(client, { entity, id, page })}
          />
        )}
      </div>
    </div>
  );
};

const SeriesCover = ({ id }: { id: string }) => <Cover src={useSeriesCover(id)} title="" eager />;
const BookCover = ({ id }: { id: string }) => <Cover src={useBookCover(id)} title="" eager />;

/** Type, pixels and size of an image: `JPEG · 1200 × 1800 · 340 kB`. Omits pixels that cannot be read. */
const describeImage = async (image: File, bytes: (size: number) => string): Promise<string> => {
  const type = image.type.replace('image/', '').toUpperCase();
  const bitmap = await createImageBitmap(image).catch(() => null);
  const pixels = bitmap && `${bitmap.width} × ${bitmap.height}`;
  bitmap?.close();
  return [type, pixels, bytes(image.size)].filter(Boolean).join(' · ');
};
