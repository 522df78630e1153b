import { IconDownload, IconPencil, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

import {
  exportAnnotations,
  type Annotation,
  type ListedAnnotation,
} from '../../../../shared/api/annotations.ts';
import { serverUrl } from '../../api/base-path.ts';
import { SidePanel } from '../settings/side-panel.tsx';
import { MarkText } from './mark-text.tsx';
import { SharedMarks } from './shared-marks.tsx';
import { BarButton } from './bar-button.tsx';
import classes from './shell.module.css';

interface MarksPanelProps {
  bookId: string;
  marks: readonly ListedAnnotation[];
  /** They could not be loaded. */
  isUnknown: boolean;
  onGo: (mark: Pick<Annotation, 'location' | 'page'>) => void;
  onEdit: (mark: ListedAnnotation) => void;
  onDelete: (mark: ListedAnnotation) => void;
  onClose: () => void;
}

/** The annotations of a book, in reading order. */
export const MarksPanel = (props: MarksPanelProps) => {
  const { bookId, marks, isUnknown, onGo, onEdit, onDelete, onClose } = props;
  const { t } = useTranslation('text');
  const file = serverUrl(exportAnnotations, { query: { book_id: bookId } });
  return (
    <SidePanel title={t('marks.title')} onClose={onClose}>
      {marks.length === 0 && (
        <p className={classes.hint}>{t(isUnknown ? 'marks.unknown' : 'marks.empty')}</p>
      )}
      <ul className={classes.list}>
        {marks.map((mark) => (
          <li key={mark.id} className={classes.entry}>
            <button type="button" onClick={() => onGo(mark)}>
              <MarkText mark={mark} />
              <small>
                {[
                  t(`marks.kind.${mark.kind}`),
                  t('pageNumber', { page: mark.page }),
                  ...(mark.is_shared ? [t('marks.isShared')] : []),
                ].join(' · ')}
              </small>
            </button>
            <BarButton label={t('marks.edit')} icon={IconPencil} onClick={() => onEdit(mark)} />
            <BarButton label={t('marks.delete')} icon={IconTrash} onClick={() => onDelete(mark)} />
          </li>
        ))}
      </ul>
      <SharedMarks bookId={bookId} onGo={onGo} />
      {marks.length > 0 && (
        <p className={classes.hint}>
          <a className={classes.link} href={file} download>
            <IconDownload size={16} aria-hidden /> {t('marks.export')}
          </a>
        </p>
      )}
    </SidePanel>
  );
};
