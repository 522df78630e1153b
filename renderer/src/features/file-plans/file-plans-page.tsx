import { Button, Select } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { type Library, updateLibrary } from '../../../../shared/api/libraries.ts';
import { api } from '../../api/client.ts';
import { useChange } from '../../api/use-change.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { reportFailure } from '../../ui/feedback/notify.ts';
import { Page, PageTitle } from '../../ui/layout/page.tsx';
import { useLocale } from '../../ui/text/use-locale.ts';
import { useLibraryTitle } from '../library/use-library-title.ts';
import { RowsSkeleton, RowsState } from '../settings/rows-skeleton.tsx';
import { FilePlanPanel } from './file-plan-panel.tsx';
import layout from '../../ui/layout/report-page.module.css';
import classes from './file-plans.module.css';
import { filePlanQuery, filePlansQuery } from './queries.ts';
import type { FilePlan, FilePlanKind, PlannedFile } from './types.ts';

interface FilePlansProps<Plan extends FilePlan, File extends PlannedFile> {
  kind: FilePlanKind<Plan, File>;
  libraryId: string;
  /** Choices for a new plan. */
  options: ReactNode;
  /** Creates a plan with these choices. */
  makePlan: () => Promise<{ id: string }>;
  /** Distinguishes an earlier plan from others besides its date. */
  labelOf?: (plan: Plan, date: string) => string;
}

/** Changes the files of a library: previews each file, applies the changes, undoes them. */
export const FilePlansPage = <Plan extends FilePlan, File extends PlannedFile>(
  props: FilePlansProps<Plan, File>,
) => {
  const { kind, libraryId } = props;
  const { name, allowedBy } = kind;
  const { t } = useTranslation(['conversions', 'metadataWrites']);
  const library = useLibraryTitle(t(`${name}:title`), libraryId);
  return (
    <Page>
      <div className={layout.column}>
        <PageTitle>{t(`${name}:title`)}</PageTitle>
        <p className={layout.lead}>{t(`${name}:text`)}</p>
        {library === undefined && <RowsSkeleton rows={4} />}
        {library?.[allowedBy] === false && (
          <NotAllowed library={library} name={name} allowedBy={allowedBy} />
        )}
        {library?.[allowedBy] === true && <FilePlans key={libraryId} {...props} />}
      </div>
    </Page>
  );
};

const NotAllowed = ({
  library,
  name,
  allowedBy,
}: { library: Library } & Pick<FilePlanKind<FilePlan, PlannedFile>, 'name' | 'allowedBy'>) => {
  const { t } = useTranslation(['filePlans', 'conversions', 'metadataWrites']);
  const allow = useChange(
    [['libraries']],
    () => api.call(updateLibrary, { params: { id: library.id }, body: { [allowedBy]: true } }),
    reportFailure,
  );
  return (
    <EmptyState icon={<IconLock stroke={1.25} />} title={t('filePlans:off')}>
      <p>{t(`${name}:off.text`)}</p>
      <Button mt={12} loading={allow.isPending} onClick={() => allow.mutate(undefined)}>
        {t(`${name}:off.allow`)}
      </Button>
    </EmptyState>
  );
};

const FilePlans = <Plan extends FilePlan, File extends PlannedFile>({
  kind,
  libraryId,
  options,
  makePlan,
  labelOf = (_, date) => date,
}: FilePlansProps<Plan, File>) => {
  const { t } = useTranslation(['filePlans', 'conversions', 'metadataWrites']);
  const { moment } = useLocale();
  const [chosen, setChosen] = useState<string | null>(null);
  const plans = useQuery(filePlansQuery(kind, libraryId));
  const plan = useChange(
    [[kind.name]],
    async () => setChosen((await makePlan()).id),
    reportFailure,
  );
  const known = plans.data?.data ?? [];
  const shown = known.find(({ id }) => id === chosen) ?? known[0];
  return (
    <>
      <div className={classes.bar}>
        {options}
        <Button variant="default" loading={plan.isPending} onClick={() => plan.mutate(undefined)}>
          {t('filePlans:preview')}
        </Button>
        {known.length > 1 && (
          <Select
            aria-label={t('filePlans:earlier')}
            value={shown?.id ?? null}
            onChange={setChosen}
            allowDeselect={false}
            data={known.map((earlier) => ({
              value: earlier.id,
              label: labelOf(earlier, moment(earlier.created_at)),
            }))}
          />
        )}
      </div>
      <RowsState query={plans} rows={6} />
      {shown !== undefined && (
        <Shown key={shown.id} kind={kind} id={shown.id} onDiscarded={() => setChosen(null)} />
      )}
      {plans.data !== undefined && shown === undefined && (
        <EmptyState icon={<kind.Icon stroke={1.25} />} title={t('filePlans:none')}>
          {t(`${kind.name}:noneText`)}
        </EmptyState>
      )}
    </>
  );
};

const Shown = <Plan extends FilePlan, File extends PlannedFile>({
  kind,
  id,
  onDiscarded,
}: {
  kind: FilePlanKind<Plan, File>;
  id: string;
  onDiscarded: () => void;
}) => {
  const query = useQuery(filePlanQuery(kind, id));
  const { data: plan } = query;
  return plan === undefined ? (
    <RowsState query={query} rows={6} />
  ) : (
    <FilePlanPanel kind={kind} plan={plan} onDiscarded={onDiscarded} />
  );
};
