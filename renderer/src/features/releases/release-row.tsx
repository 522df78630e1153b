import { ActionIcon, Checkbox, Tooltip } from '@mantine/core';
import { IconArrowBackUp, IconCheck, IconEyeOff, IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';

import {
  type Release,
  type ReleaseState,
  spansText,
} from '../../../../shared/api/release-record.ts';
import { Cover } from '../../ui/cover/cover.tsx';
import { seriesThumbnailUrl } from '../../api/client.ts';
import { useLocale } from '../../ui/text/use-locale.ts';
import classes from './releases.module.css';

const icons: Record<ReleaseState, ComponentType<{ size: number; stroke: number }>> = {
  announced: IconArrowBackUp,
  marked_acquired: IconCheck,
  dismissed: IconX,
  hidden: IconEyeOff,
};

interface ReleaseRowProps {
  release: Release;
  chosen: boolean;
  /** Null if the release has no actions. */
  onChosen: ((on: boolean) => void) | null;
  actions: readonly ReleaseState[];
  onAction: (state: ReleaseState) => void;
}

/** A release: series, volumes and chapters, group, and match confidence. */
export const ReleaseRow = ({ release, chosen, onChosen, actions, onAction }: ReleaseRowProps) => {
  const { t } = useTranslation('releases');
  const { ago, number } = useLocale();
  const { seriesId, seriesTitle: title, volumes, chapters } = release;
  return (
    <li className={classes.release}>
      {onChosen !== null && (
        <Checkbox
          aria-label={t('choose', { title })}
          checked={chosen}
          onChange={({ currentTarget }) => onChosen(currentTarget.checked)}
        />
      )}
      <span className={classes.cover}>
        <Cover src={seriesThumbnailUrl(seriesId)} title={title} />
      </span>
      <div className={classes.about}>
        <strong>
          <Link to="/series/$seriesId" params={{ seriesId }}>
            {title}
          </Link>
        </strong>
        <p>
          {[
            volumes !== null && volumes.length > 0 && t('volumes', { spans: spansText(volumes) }),
            chapters !== null &&
              chapters.length > 0 &&
              t('chapters', { spans: spansText(chapters) }),
            release.language,
            release.groupOrUploader,
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
        <p>
          {t('observed', { ago: ago(release.observedAt) })} ·{' '}
          {t('confidence', { percent: number(Math.round(release.confidence * 100)) })}
        </p>
        <p>
          <a href={release.payloadUrl} target="_blank" rel="noreferrer noopener">
            {t('open')}
          </a>
        </p>
      </div>
      <div className={classes.actions}>
        {actions.map((state) => {
          const Icon = icons[state];
          return (
            <Tooltip key={state} label={t(`actions.${state}`)}>
              <ActionIcon
                size={38}
                aria-label={`${t(`actions.${state}`)}: ${title}`}
                onClick={() => onAction(state)}
              >
                <Icon size={18} stroke={1.6} />
              </ActionIcon>
            </Tooltip>
          );
        })}
      </div>
    </li>
  );
};
