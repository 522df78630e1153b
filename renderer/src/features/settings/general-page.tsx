import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { getHealth } from '../../../../shared/api/system.ts';
import { api } from '../../api/client.ts';
import { desktop } from '../../api/desktop.ts';
import { usePageTitle } from '../../ui/layout/page-title.ts';
import { Page, PageTitle } from '../../ui/layout/page.tsx';
import { LanguageChoice, ThemeChoice, UnreadMarksChoice } from './appearance-choices.tsx';
import { Row, Section } from './section.tsx';
import { ServerSettings } from './server-settings.tsx';
import classes from './settings-page.module.css';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';

const Licences = lazyPart(async () => ({ default: (await import('./licences.tsx')).Licences }));

/** Settings of this device and the application. */
export const GeneralPage = () => {
  const { t } = useTranslation('settings');
  usePageTitle(t('title'));
  return (
    <Page>
      <div className={classes.column}>
        <PageTitle>{t('places.general')}</PageTitle>
        <Appearance />
        <OtherServer />
        <ServerSettings section="general" />
        <About />
      </div>
    </Page>
  );
};

const Appearance = () => {
  const { t } = useTranslation('settings');
  return (
    <Section title={t('appearance')}>
      <div className={classes.card}>
        <Row label={t('theme.label')} text={t('theme.text')}>
          <ThemeChoice />
        </Row>
        <Row label={t('language.label')} text={t('language.text')}>
          <LanguageChoice />
        </Row>
        <Row label={t('unreadMarks.label')} text={t('unreadMarks.text')}>
          <UnreadMarksChoice />
        </Row>
      </div>
    </Section>
  );
};

/** In the desktop app, the way to the library of another computer. */
const OtherServer = () => {
  const { t } = useTranslation('settings');
  const chooseServer = desktop?.chooseServer;
  if (!chooseServer) return null;
  return (
    <Section title={t('otherServer.title')}>
      <div className={classes.card}>
        <Row label={t('otherServer.label')} text={t('otherServer.text')}>
          <Button variant="default" onClick={() => void chooseServer()}>
            {t('otherServer.connect')}
          </Button>
        </Row>
      </div>
    </Section>
  );
};

const About = () => {
  const { t } = useTranslation('settings');
  const [licencesOpen, setLicencesOpen] = useState(false);
  const { data } = useQuery({
    queryKey: ['health'],
    queryFn: ({ signal }) => api.call(getHealth, { signal }),
  });
  return (
    <Section title={t('about')}>
      <div className={classes.card}>
        <Row label={`Octavo ${data?.version ?? ''}`} text={t('aboutText')} />
        <Row label={t('licences.label')} text={t('licences.text')}>
          <Button variant="default" onClick={() => setLicencesOpen(true)}>
            {t('licences.show')}
          </Button>
        </Row>
      </div>
      {licencesOpen && <Licences onClose={() => setLicencesOpen(false)} />}
    </Section>
  );
};
