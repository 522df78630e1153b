import { TextInput } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { longestProfileName, type ReadingProfile } from '../../readers/settings/choices.ts';
import type { ReadingKind } from '../../readers/settings/fields.ts';
import {
  type ReadingSettings,
  useReadingSettings,
} from '../../readers/settings/use-reading-settings.ts';
import { DialogForm } from '../../ui/feedback/dialog-form.tsx';
import { Dialog } from '../../ui/feedback/dialog.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { offerUndo } from '../../ui/feedback/undo.ts';
import { RowsSkeleton } from '../settings/rows-skeleton.tsx';
import { Section } from '../settings/section.tsx';
import { SettingsBody } from '../settings/settings-body.tsx';
import classes from '../settings/settings-page.module.css';
import { ProfileRow } from './profile-row.tsx';

/** There is no current book; profiles are independent of it. */
const noBook = { libraryId: '', seriesId: '' };

/** Reading profiles and where they are used. They are created in the readers. */
export const ReadingProfilesPage = () => {
  const { t } = useTranslation('profiles');
  const readers = {
    comic: useReadingSettings('comic', noBook),
    epub: useReadingSettings('epub', noBook),
    pdf: useReadingSettings('pdf', noBook),
  };
  const filled = kinds.filter((kind) => readers[kind].profiles.length > 0);
  return (
    <SettingsBody section="reading">
      <p className={classes.intro}>{t('about')}</p>
      {!readers.comic.isReady && <RowsSkeleton rows={3} />}
      {readers.comic.isReady && filled.length === 0 && (
        <EmptyState icon={<IconAdjustmentsHorizontal stroke={1.25} />} title={t('none.title')}>
          {t('none.text')}
        </EmptyState>
      )}
      {filled.map((kind) => (
        <Profiles key={kind} kind={kind} settings={readers[kind]} />
      ))}
    </SettingsBody>
  );
};

const kinds = ['comic', 'epub', 'pdf'] as const satisfies readonly ReadingKind[];

type Profiled = Pick<
  ReadingSettings<ReadingKind>,
  'profiles' | 'usesOf' | 'renameProfile' | 'forgetProfile'
>;

const Profiles = ({ kind, settings }: { kind: ReadingKind; settings: Profiled }) => {
  const { t } = useTranslation(['profiles', 'reading']);
  const [renaming, setRenaming] = useState<ReadingProfile | null>(null);
  const offer = (text: string, back: () => void) =>
    offerUndo({
      text,
      undo: () => {
        back();
        return Promise.resolve();
      },
    });
  const rename = (profile: ReadingProfile, name: string) => {
    setRenaming(null);
    if (name === profile.name) return;
    settings.renameProfile(profile.id, name);
    offer(t('renamed', { name }), () => settings.renameProfile(profile.id, profile.name));
  };
  return (
    <Section title={t(`kinds.${kind}`)}>
      <ul className={classes.card}>
        {settings.profiles.map((profile) => (
          <ProfileRow
            key={profile.id}
            profile={profile}
            uses={settings.usesOf(profile.id)}
            onRename={() => setRenaming(profile)}
            onDelete={() =>
              offer(
                t('reading:profile.deleted', { name: profile.name }),
                settings.forgetProfile(profile),
              )
            }
          />
        ))}
      </ul>
      {renaming !== null && (
        <RenameDialog
          name={renaming.name}
          onRename={(name) => rename(renaming, name)}
          onClose={() => setRenaming(null)}
        />
      )}
    </Section>
  );
};

interface RenameDialogProps {
  /** The current name. */
  name: string;
  onRename: (name: string) => void;
  onClose: () => void;
}

const RenameDialog = ({ name, onRename, onClose }: RenameDialogProps) => {
  const { t } = useTranslation(['profiles', 'reading']);
  const [typed, setTyped] = useState(name);
  const wanted = typed.trim();
  return (
    <Dialog title={t('rename')} opened onClose={onClose}>
      <DialogForm
        action={t('reading:profile.keep')}
        disabled={wanted === ''}
        onSubmit={() => wanted !== '' && onRename(wanted)}
        onCancel={onClose}
      >
        <TextInput
          label={t('reading:profile.name')}
          value={typed}
          maxLength={longestProfileName}
          data-autofocus
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      </DialogForm>
    </Dialog>
  );
};
