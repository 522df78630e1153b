import { Button } from '@mantine/core';
import { IconRotate } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import type { CoverSubject } from '../../../../shared/api/cover-uploads.ts';
import { CoverDrop, CoverUploadButton } from './cover-drop.tsx';
import classes from './covers.module.css';
import { uploadCovers } from './uploaded-covers-query.ts';
import { UploadedCovers } from './uploaded-covers.tsx';

interface CoverEditorProps {
  subject: CoverSubject;
  id: string;
  /** The current cover. */
  cover: ReactNode;
  /** Where it comes from. */
  source: ReactNode;
  isAutomatic: boolean;
  onReset: () => void;
  onUpload: (uploadId: string) => Promise<void>;
  /** Called after an uploaded image was deleted. */
  onRemoved: () => void;
  hint: string;
  /** Further covers to choose from. */
  children: ReactNode;
}

/** The current cover, images to upload and covers to choose from. */
export const CoverEditor = (props: CoverEditorProps) => {
  const { subject, id, onUpload } = props;
  const { t } = useTranslation('editing');
  const upload = (images: readonly File[]) => void uploadCovers(subject, id, images, onUpload);
  return (
    <CoverDrop onFiles={upload}>
      <div className={classes.current}>
        {props.cover}
        <p className={classes.hint} role="status">
          {props.source}
        </p>
        <CoverUploadButton label={t('cover.upload')} onFiles={upload} />
        <p className={classes.hint}>{t('cover.drop')}</p>
        <Button
          variant="subtle"
          color="gray"
          size="compact-md"
          leftSection={<IconRotate size={15} />}
          disabled={props.isAutomatic}
          onClick={props.onReset}
        >
          {t('cover.reset')}
        </Button>
      </div>
      <div>
        <UploadedCovers
          subject={subject}
          id={id}
          onChoose={(uploadId) => void onUpload(uploadId)}
          onRemoved={props.onRemoved}
        />
        <p className={classes.hint}>{props.hint}</p>
        {props.children}
      </div>
    </CoverDrop>
  );
};
