import { ActionIcon } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

import {
  coverUploads,
  type CoverSubject,
  type CoverUpload,
} from '../../../../shared/api/cover-uploads.ts';
import { serverUrl } from '../../api/base-path.ts';
import { useRefetchOn } from '../../api/use-refetch-on.ts';
import { reportFailure } from '../../ui/feedback/notify.ts';
import { offerUndo } from '../../ui/feedback/undo.ts';
import { useLocale } from '../../ui/text/use-locale.ts';
import { CoverChoice, CoverChoices } from './cover-choice.tsx';
import classes from './covers.module.css';
import {
  allCoverUploads,
  uploadedCoversQuery,
  removeUploadedCover,
} from './uploaded-covers-query.ts';

interface UploadedCoversProps {
  subject: CoverSubject;
  id: string;
  onChoose: (uploadId: string) => void;
  /** Called after an image was deleted. */
  onRemoved: () => void;
}

/** The images uploaded so far, to choose from and to delete. */
export const UploadedCovers = ({ subject, id, onChoose, onRemoved }: UploadedCoversProps) => {
  const { t } = useTranslation('editing');
  const { bytes } = useLocale();
  const client = useQueryClient();
  const query = uploadedCoversQuery(subject, id);
  const { data: uploads = [] } = useQuery(query);
  useRefetchOn('cover_updated', allCoverUploads);
  useRefetchOn('collection_cover_updated', allCoverUploads);
  useRefetchOn('read_list_cover_updated', allCoverUploads);
  const remove = async ({ id: upload_id, is_chosen }: CoverUpload) => {
    try {
      const undo = await removeUploadedCover(subject, id, upload_id, is_chosen);
      const done = async () => {
        await client.invalidateQueries({ queryKey: query.queryKey });
        onRemoved();
      };
      await done();
      offerUndo({ text: t('cover.kept.removed'), undo: () => undo().then(done) });
    } catch (error) {
      reportFailure(error);
    }
  };
  if (uploads.length === 0) return null;
  return (
    <section className={classes.kept} aria-label={t('cover.kept.title')}>
      <p className={classes.hint}>{t('cover.kept.title')}</p>
      <CoverChoices>
        {uploads.map((upload, index) => {
          const { id: upload_id, width, height, file_size, is_chosen, media_type } = upload;
          const name = t('cover.kept.image', { number: index + 1 });
          const type = media_type.replace('image/', '').replace('webp', 'WebP');
          return (
            <li key={upload_id}>
              <CoverChoice name={name} isChosen={is_chosen} onChoose={() => onChoose(upload_id)}>
                <img
                  src={serverUrl(coverUploads[subject].image, { params: { id, upload_id } })}
                  alt=""
                  loading="lazy"
                  decoding="async"
                />
              </CoverChoice>
              <div className={classes.foot}>
                <span>
                  {width} × {height}
                  <br />
                  {type} · {bytes(file_size)}
                </span>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={t('cover.kept.remove', { name })}
                  onClick={() => void remove(upload)}
                >
                  <IconTrash size={16} />
                </ActionIcon>
              </div>
            </li>
          );
        })}
      </CoverChoices>
    </section>
  );
};
