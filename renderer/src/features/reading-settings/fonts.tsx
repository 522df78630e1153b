import { Button, FileButton } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Font } from '../../../../shared/api/font-record.ts';
import { fontsKey, fontsQuery } from '../../readers/settings/fonts-query.ts';
import { useCan } from '../../api/session-store.ts';
import { useRefetchOn } from '../../api/use-refetch-on.ts';
import { ownFontStack } from '../../readers/epub/engine/own-fonts.ts';
import { ItemRow, RowAction } from '../../ui/lists/item-row.tsx';
import { useLocale } from '../../ui/text/use-locale.ts';
import rows from '../settings/settings-page.module.css';
import { addFonts, deleteFamily } from './font-changes.ts';
import classes from './reading-settings.module.css';

const accept = '.ttf,.otf,.woff,.woff2';
const stale = [fontsKey];

/** The fonts that the household added; admins add and delete them. */
export const Fonts = () => {
  const { t } = useTranslation('profiles');
  const client = useQueryClient();
  const { data: fonts = [] } = useQuery(fontsQuery());
  const canChange = useCan('system-admin');
  const [isOver, setOver] = useState(false);
  useRefetchOn('fonts_updated', stale);
  if (fonts.length === 0 && !canChange) return null;
  const families = [...Map.groupBy(fonts, ({ family }) => family)];
  return (
    <section
      aria-label={t('fonts.title')}
      className={classes.fonts}
      data-over={isOver || undefined}
      {...(canChange && {
        onDragOver: (event: React.DragEvent) => {
          event.preventDefault();
          setOver(true);
        },
        onDragLeave: () => setOver(false),
        onDrop: (event: React.DragEvent) => {
          event.preventDefault();
          setOver(false);
          void addFonts(client, [...event.dataTransfer.files]);
        },
      })}
    >
      <h3 className={classes.subtitle}>{t('fonts.title')}</h3>
      {families.length === 0 ? (
        <p className={classes.note}>{t('fonts.none')}</p>
      ) : (
        <ul className={rows.card}>
          {families.map(([family, faces]) => (
            <Family key={family} family={family} faces={faces} canChange={canChange} />
          ))}
        </ul>
      )}
      {canChange && (
        <>
          <FileButton
            multiple
            accept={accept}
            inputProps={{ 'aria-label': t('fonts.add') }}
            onChange={(files) => void addFonts(client, files)}
          >
            {(props) => (
              <Button {...props} variant="default" leftSection={<IconPlus size={16} />}>
                {t(isOver ? 'fonts.drop' : 'fonts.add')}
              </Button>
            )}
          </FileButton>
          <p className={classes.note}>{t('fonts.hint')}</p>
        </>
      )}
    </section>
  );
};

interface FamilyProps {
  family: string;
  faces: readonly Font[];
  canChange: boolean;
}

const Family = ({ family, faces, canChange }: FamilyProps) => {
  const { t } = useTranslation('profiles');
  const { bytes } = useLocale();
  const client = useQueryClient();
  const size = faces.reduce((sum, { file_size }) => sum + file_size, 0);
  const fontFamily = ownFontStack(family);
  return (
    <ItemRow
      mark={
        <span aria-hidden className={classes.sample} style={{ fontFamily }}>
          {t('fonts.sample')}
        </span>
      }
      title={<span style={{ fontFamily }}>{family}</span>}
      details={[
        `${t('fonts.faces', { count: faces.length })} · ${bytes(size)}`,
        faces[0]?.licence ?? null,
        faces.some(({ is_restricted }) => is_restricted) ? t('fonts.restricted') : null,
      ]}
      actions={
        canChange && (
          <RowAction
            label={t('fonts.deleteOf', { name: family })}
            icon={<IconTrash size={18} stroke={1.6} />}
            onClick={() => void deleteFamily(client, family, faces)}
          />
        )
      }
    />
  );
};
