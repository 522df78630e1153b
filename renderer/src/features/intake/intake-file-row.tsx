import { Button, Checkbox, Select } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

import {
  type IntakeAction,
  intakeActions,
  type IntakeFile,
} from '../../../../shared/api/intake.ts';
import { useTranslateServerMessage } from '../../ui/feedback/translate-server-message.ts';
import { useFormatName } from '../../ui/text/use-format-name.ts';
import { useLocale } from '../../ui/text/use-locale.ts';
import classes from './intake.module.css';

interface IntakeFileRowProps {
  file: IntakeFile;
  isBusy: boolean;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
  onAction: (action: IntakeAction) => void;
  onEdit: () => void;
  onUndo: () => void;
}

/** A file beside the present book, with its outcome. */
export const IntakeFileRow = ({ file, isBusy, isChosen, ...on }: IntakeFileRowProps) => {
  const { t } = useTranslation('intake');
  const { number } = useLocale();
  const sentence = useTranslateServerMessage();
  const { series, series_name: named, error, state, verdict } = file;
  const canChange = ['planned', 'failed', 'undone'].includes(state) && error === null;
  const mark = [
    file.volume !== null && t('volume', { value: number(file.volume) }),
    file.number !== null && t('number', { value: number(file.number) }),
  ].filter((part) => part !== false);
  return (
    <li className={classes.file}>
      <Checkbox
        aria-label={t('choose', { name: file.path })}
        checked={isChosen}
        onChange={({ currentTarget }) => on.onChoose(currentTarget.checked)}
      />
      <div className={classes.told}>
        <h3>
          <span className={classes.mark} data-verdict={verdict}>
            {t(state === 'planned' ? `verdict.${verdict}` : `state.${state}`)}
          </span>
          {file.path}
        </h3>
        {error === null && (
          <p>
            {series === null ? (
              t('newSeries', { name: named ?? '?' })
            ) : (
              <Link to="/series/$seriesId" params={{ seriesId: series.id }}>
                {series.name}
              </Link>
            )}
            {mark.length > 0 && ` · ${mark.join(' · ')}`}
            {file.basis !== null && ` · ${t(`basis.${file.basis}`)}`}
          </p>
        )}
        {error !== null && <p className={classes.reason}>{sentence(error)}</p>}
        {error === null && <Comparison file={file} />}
        {file.target !== null && file.action !== 'skip' && (
          <p className={classes.target}>{t('target', { path: file.target })}</p>
        )}
        {file.reason !== null && <p className={classes.reason}>{sentence(file.reason)}</p>}
      </div>
      <div className={classes.choices}>
        {canChange && (
          <Select<IntakeAction>
            aria-label={t('actionOf', { name: file.path })}
            allowDeselect={false}
            disabled={isBusy}
            value={file.action}
            data={intakeActions
              .filter((action) => action !== 'replace' || file.present !== null)
              .map((value) => ({ value, label: t(`action.${value}`) }))}
            onChange={(action) => action !== null && on.onAction(action)}
          />
        )}
        {canChange && (
          <Button
            variant="default"
            leftSection={<IconPencil size={15} />}
            aria-label={t('changeOf', { name: file.path })}
            disabled={isBusy}
            onClick={on.onEdit}
          >
            {t('change')}
          </Button>
        )}
        {state === 'taken' && (
          <Button
            variant="default"
            aria-label={t('undoOf', { name: file.path })}
            disabled={isBusy}
            onClick={on.onUndo}
          >
            {t('undo')}
          </Button>
        )}
      </div>
    </li>
  );
};

type Facts = Pick<IntakeFile, 'format' | 'file_size' | 'page_count' | 'width' | 'height'>;

/** The properties of the new file beside those of the present one. */
const Comparison = ({ file }: { file: IntakeFile }) => {
  const { t } = useTranslation('intake');
  const { present, differences } = file;
  return (
    <>
      <dl className={classes.facts}>
        <div>
          <dt>{t('fresh')}</dt>
          <FactsLine facts={file} />
        </div>
        {present !== null && (
          <div>
            <dt>{t('present')}</dt>
            <FactsLine facts={present} />
          </div>
        )}
      </dl>
      {differences.length > 0 && (
        <p className={classes.differences}>
          {differences.map(({ kind, is_better: isBetter }) => (
            <span key={kind} data-better={isBetter}>
              {t(isBetter ? `better.${kind}` : `worse.${kind}`)}
            </span>
          ))}
        </p>
      )}
    </>
  );
};

const FactsLine = ({ facts }: { facts: Facts }) => {
  const { t } = useTranslation('intake');
  const { bytes } = useLocale();
  const formatName = useFormatName();
  const { width, height, page_count: pages } = facts;
  return (
    <dd>
      {[
        pages > 0 ? t('pages', { count: pages }) : null,
        width !== null && height !== null ? `${width} × ${height}` : null,
        bytes(facts.file_size),
        formatName(facts.format),
      ]
        .filter((part) => part !== null)
        .join(' · ')}
    </dd>
  );
};
