import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { offerUndo } from '../../ui/feedback/undo.ts';
import buttons from '../shell/buttons.module.css';
import { maxProfileNameLength } from './choices.ts';
import { Choice } from './controls.tsx';
import type { ReadingKind } from './fields.ts';
import classes from './save-scope.module.css';
import type { ReadingSettings } from './use-reading-settings.ts';

/** The profile of the layer that changes apply to; saves or deletes profiles, resets overrides. */
export const SaveScope = <Kind extends ReadingKind>({
  settings,
}: {
  settings: ReadingSettings<Kind>;
}) => {
  const { t } = useTranslation('reading');
  const [isNaming, setIsNaming] = useState(false);
  const { keepOn, profiles } = settings;
  const assigned = settings.profileOf(keepOn);
  const profile = profiles.find(({ id }) => id === assigned);

  return (
    <footer className={classes.foot}>
      {keepOn !== 'default' && profiles.length > 0 && (
        <Choice
          label={t('profile.label')}
          source=""
          onReset={null}
          value={profile?.id ?? ''}
          values={['', ...profiles.map(({ id }) => id)]}
          nameOf={(id) => profiles.find((other) => other.id === id)?.name ?? t('profile.none')}
          onChange={(id) => settings.takeProfile(keepOn, id || null)}
        />
      )}
      {isNaming ? (
        <ProfileName
          onDone={(name) => {
            if (name !== null) settings.saveAsProfile(name, keepOn);
            setIsNaming(false);
          }}
        />
      ) : (
        <div className={buttons.row}>
          <button
            type="button"
            onClick={() => offerUndo({ text: t('reset.done'), undo: settings.resetLayer(keepOn) })}
          >
            {t('reset.layer')}
          </button>
          {keepOn !== 'default' && (
            <button type="button" onClick={() => setIsNaming(true)}>
              {t('profile.save')}
            </button>
          )}
          {profile && (
            <button
              type="button"
              onClick={() =>
                offerUndo({
                  text: t('profile.deleted', { name: profile.name }),
                  undo: settings.forgetProfile(profile),
                })
              }
            >
              {t('profile.delete')}
            </button>
          )}
        </div>
      )}
    </footer>
  );
};

/** Asks for the name of a new profile; null cancels. */
const ProfileName = ({ onDone }: { onDone: (name: string | null) => void }) => {
  const { t } = useTranslation('reading');
  const [name, setName] = useState('');
  return (
    <form
      className={`${buttons.row} ${classes.naming}`}
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() !== '') onDone(name.trim());
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        event.preventDefault();
        onDone(null);
      }}
    >
      <input
        // The field appears on the user's request.
        autoFocus
        aria-label={t('profile.name')}
        placeholder={t('profile.name')}
        maxLength={maxProfileNameLength}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <button type="submit" data-primary disabled={name.trim() === ''}>
        {t('profile.keep')}
      </button>
      <button type="button" onClick={() => onDone(null)}>
        {t('profile.cancel')}
      </button>
    </form>
  );
};
