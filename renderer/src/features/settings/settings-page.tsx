import { Button, SegmentedControl, useMantineColorScheme } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

import { getHealth } from '../../../../shared/api/system.ts';
import { api } from '../../api/client.ts';
import { librariesQuery } from '../../api/queries.ts';
import { useCan } from '../../api/session-store.ts';
import { usePageHead } from '../../app/page-head.ts';
import { languages, setPreference, type Language } from '../../app/preferences.ts';
import { Page, PageTitle } from '../../ui/page.tsx';
import { ErrorState } from '../../ui/state.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { openLibraryDialog } from '../library/dialogs.ts';
import { LibraryList } from '../library/library-list.tsx';
import { Row, Section } from './section.tsx';
import classes from './settings-page.module.css';

export const SettingsPage = () => {
  const { t } = useTranslation('settings');
  usePageHead(t('title'));
  return (
    <Page>
      <div className={classes.column}>
        <PageTitle>{t('title')}</PageTitle>
        <Appearance />
        <Libraries />
        <Keyboard />
        <Devices />
        <About />
      </div>
    </Page>
  );
};

const Appearance = () => {
  const { t, i18n } = useTranslation(['settings', 'common']);
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Section title={t('appearance')}>
      <div className={classes.card}>
        <Row label={t('theme.label')} text={t('theme.text')}>
          <SegmentedControl
            aria-label={t('theme.label')}
            value={colorScheme}
            onChange={(value) => setColorScheme(value)}
            data={(['light', 'dark', 'auto'] as const).map((value) => ({
              value,
              label: t(`theme.${value}`),
            }))}
          />
        </Row>
        <Row label={t('language.label')} text={t('language.text')}>
          <SegmentedControl
            aria-label={t('language.label')}
            value={i18n.language}
            onChange={(value) => setPreference({ language: value as Language })}
            data={languages.map((value) => ({ value, label: t(`common:languages.${value}`) }))}
          />
        </Row>
      </div>
    </Section>
  );
};

const Libraries = () => {
  const { t } = useTranslation(['settings', 'library']);
  const { data, error, isError, refetch } = useQuery(librariesQuery());
  const mayAdd = useCan('libraries-write');
  return (
    <Section
      title={t('libraries')}
      aside={
        mayAdd && (
          <Button
            size="compact-md"
            variant="default"
            leftSection={<IconPlus size={15} />}
            onClick={() => openLibraryDialog({ kind: 'add' })}
          >
            {t('library:add')}
          </Button>
        )
      }
    >
      {isError && data === undefined && (
        <ErrorState compact error={error} onRetry={() => void refetch()} />
      )}
      {data?.length === 0 && <p className={classes.none}>{t('noLibraries')}</p>}
      {data?.length !== 0 && !(isError && data === undefined) && <LibraryList libraries={data} />}
    </Section>
  );
};

const Keyboard = () => {
  const { t } = useTranslation('settings');
  return (
    <Section title={t('keyboard.title')}>
      <div className={classes.card}>
        <Row label={t('keyboard.title')} text={t('keyboard.text')}>
          <ButtonLink to="/settings/keyboard" variant="default">
            {t('keyboard.open')}
          </ButtonLink>
        </Row>
      </div>
    </Section>
  );
};

const Devices = () => {
  const { t } = useTranslation('settings');
  return (
    <Section title={t('devices.title')}>
      <div className={classes.card}>
        <Row label={t('devices.title')} text={t('devices.text')}>
          <ButtonLink to="/settings/devices" variant="default">
            {t('devices.open')}
          </ButtonLink>
        </Row>
      </div>
    </Section>
  );
};

const About = () => {
  const { t } = useTranslation('settings');
  const { data } = useQuery({
    queryKey: ['health'],
    queryFn: ({ signal }) => api.call(getHealth, { signal }),
  });
  return (
    <Section title={t('about')}>
      <div className={classes.card}>
        <Row label={`Octavo ${data?.version ?? ''}`} text={t('aboutText')} />
      </div>
    </Section>
  );
};
