import { ServerSettings } from './server-settings.tsx';
import { SettingsBody } from './settings-body.tsx';

/** How long missing books are kept, and what is looked for after a scan. */
export const MetadataSettingsPage = () => (
  <SettingsBody place="metadata">
    <ServerSettings place="metadata" isWholePage />
  </SettingsBody>
);

/** Where mails are handed over. */
export const MailSettingsPage = () => (
  <SettingsBody place="mail">
    <ServerSettings place="mail" isWholePage />
  </SettingsBody>
);
