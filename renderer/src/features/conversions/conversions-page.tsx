import { NumberInput, SegmentedControl } from '@mantine/core';
import { IconFileZip } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import {
  applyConversion,
  type Conversion,
  type ConversionFile,
  conversionPageFormats,
  deleteConversion,
  getConversion,
  listConversionFiles,
  listConversions,
  planConversion,
  undoConversion,
} from '../../../../shared/api/conversions.ts';
import { api } from '../../api/client.ts';
import { useLocale } from '../../ui/text/use-locale.ts';
import classes from '../file-plans/file-plans.module.css';
import { FilePlansPage } from '../file-plans/file-plans-page.tsx';
import type { FilePlanKind } from '../file-plans/types.ts';

const Sizes = ({ plan: { from_size, to_size } }: { plan: Conversion }) => {
  const { t } = useTranslation('conversions');
  const { bytes } = useLocale();
  return (
    <p className={classes.progress}>
      {t('sizes', { before: bytes(from_size), after: bytes(to_size) })}
    </p>
  );
};

const Changes = ({ file }: { file: ConversionFile }) => {
  const { t } = useTranslation('conversions');
  const { bytes } = useLocale();
  const { from_path, to_path, from_size, to_size } = file;
  return (
    <>
      <p>{to_path === null ? from_path : t('becomes', { from: from_path, to: to_path })}</p>
      {from_size !== null && to_size !== null && (
        <p className={classes.change}>
          {t(file.state === 'planned' && file.action === 'pack' ? 'about' : 'became', {
            before: bytes(from_size),
            after: bytes(to_size),
          })}
        </p>
      )}
    </>
  );
};

const conversions: FilePlanKind<Conversion, ConversionFile> = {
  name: 'conversions',
  allowedBy: 'convert_files',
  done: 'converted',
  affected: [['books'], ['series'], ['duplicates']],
  list: (library_id, signal) =>
    api.call(listConversions, { query: { library_id, pageSize: 20 }, signal }),
  get: (id, signal) => api.call(getConversion, { params: { id }, signal }),
  files: (id, query, signal) => api.call(listConversionFiles, { params: { id }, query, signal }),
  apply: (id) => api.call(applyConversion, { params: { id } }),
  undo: (id, file_ids) => api.call(undoConversion, { params: { id }, body: { file_ids } }),
  discard: (id) => api.call(deleteConversion, { params: { id } }),
  Icon: IconFileZip,
  Summary: Sizes,
  Changes,
};

type PagesChoice = 'keep' | (typeof conversionPageFormats)[number];
const defaultQuality = 85;

/** Converts the files of a library. */
export const ConversionsPage = () => {
  const { t } = useTranslation('conversions');
  const { libraryId } = useParams({ from: '/shell/library/$libraryId/convert' });
  const [format, setFormat] = useState<PagesChoice>('keep');
  const [quality, setQuality] = useState(defaultQuality);
  const pages = format === 'keep' ? null : { format, quality };
  return (
    <FilePlansPage
      kind={conversions}
      libraryId={libraryId}
      makePlan={() => api.call(planConversion, { params: { id: libraryId }, body: { pages } })}
      options={
        <>
          <SegmentedControl
            aria-label={t('pages.label')}
            value={format}
            onChange={setFormat}
            data={(['keep', ...conversionPageFormats] as const).map((value) => ({
              value,
              label: t(`pages.${value}`),
            }))}
          />
          {format !== 'keep' && (
            <NumberInput
              aria-label={t('quality')}
              prefix={`${t('quality')} `}
              value={quality}
              onChange={(value) => setQuality(typeof value === 'number' ? value : defaultQuality)}
              min={1}
              max={100}
              allowDecimal={false}
              clampBehavior="strict"
              w={130}
            />
          )}
        </>
      }
    />
  );
};
