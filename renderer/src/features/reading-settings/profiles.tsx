import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { maxProfileNameLength, type ReadingProfile } from '../../readers/settings/choices.ts';
import type { ReadingKind } from '../../readers/settings/fields.ts';
import type { ReadingSettings } from '../../readers/settings/use-reading-settings.ts';
import { DialogForm } from '../../ui/feedback/dialog-form.tsx';
import { Dialog } from '../../ui/feedback/dialog.tsx';
import { offerUndo } from '../../ui/feedback/undo.ts';
import rows from '../settings/settings-page.module.css';
import { ProfileRow } from './profile-row.tsx';
import classes from './reading-settings.module.css';

type Profiled = Pick<
  ReadingSettings<ReadingKind>,
  'profiles' | 'usesOf' | 'renameProfile' | 'forgetProfile'
>;

/** The profiles of a reader and where they are used. They are created in the reader. */
export const Profiles = ({ settings }: { settings: Profiled }) => {
  const { t } = useTranslation(['profiles', 'reading']);
  const [renaming, setRenaming] = useState<ReadingProfile | null>(null);
  const rename = (profile: ReadingProfile, name: string) => {
    setRenaming(null);
    if (name === profile.name) return;
    settings.renameProfile(profile.id, name);
    const undo = () => settings.renameProfile(profile.id, profile.name);
    offerUndo({ text: t('renamed', { name }), undo });
  };
  if (settings.profiles.length === 0) return null;
  return (
    <>
      <h3 className={classes.subtitle}>{t('profiles')}</h3>
      <ul className={rows.card}>
        {settings.profiles.map((profile) => (
          <ProfileRow
            key={profile.id}
            profile={profile}
            uses={settings.usesOf(profile.id)}
            onRename={() => setRenaming(profile)}
            onDelete={() =>
              offerUndo({
                text: t('reading:profile.deleted', { name: profile.name }),
                undo: settings.forgetProfile(profile),
              })
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
    </>
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
          maxLength={maxProfileNameLength}
          data-autofocus
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      </DialogForm>
    </Dialog>
  );
};
