import { useTranslation } from 'react-i18next';

import { ComicFields } from '../../settings/comic-fields.tsx';
import { Group } from '../../settings/controls.tsx';
import { OpenAs } from '../../settings/open-as.tsx';
import { OverflowActions } from '../../settings/overflow-actions.tsx';
import { ReadingPanel } from '../../settings/reading-panel.tsx';
import { useReadingSettings, type ReadingSettings } from '../../settings/use-reading-settings.ts';
import { useReader, useReaderActions } from '../store/reader-context.tsx';
import { SpreadEditor } from './spread-editor.tsx';

/** The settings of the comic reader, beside the pages. */
export const SettingsPanel = ({ settings }: { settings: ReadingSettings<'comic'> }) => {
  const { t } = useTranslation('reader');
  const actions = useReaderActions();
  const mode = useReader((state) => state.mode);
  const reason = useReader((state) => state.modeReason);
  const layout = useReader((state) => state.layout);
  const format = useReader((state) => state.book.format);
  const auto = `${t(`settings.mode.${mode}`)} (${t(`reason.${reason}`)})`;

  return (
    <ReadingPanel settings={settings} onClose={() => actions.set({ panel: null })}>
      <ComicFields
        settings={settings}
        shown={{
          mode,
          detail: reason === 'chosen' ? undefined : auto,
          hasSpreads: layout !== 'single',
          spread: <SpreadEditor />,
        }}
      >
        {format === 'pdf' && <OpenPdfAs />}
      </ComicFields>
      <OverflowActions
        actions={[{ label: t('info.title'), onClick: () => actions.set({ panel: 'info' }) }]}
      />
    </ReadingPanel>
  );
};

/** Switches a PDF to the document reader. */
const OpenPdfAs = () => {
  const { t } = useTranslation('pdf');
  const book = useReader((state) => state.book);
  const settings = useReadingSettings('pdf', {
    libraryId: book.library_id,
    seriesId: book.series_id,
    bookId: book.id,
  });
  return (
    <Group title={t('settings.groups.book')}>
      <OpenAs settings={settings} />
    </Group>
  );
};
