import {
  getSetting,
  listSettingHistory,
  listSettings,
  resetSetting,
  updateSetting,
  updateSettings,
} from '../../../shared/api/settings.ts';
import type { Caller } from '../../http/api/caller.ts';
import { route, type Route } from '../../http/api/route.ts';
import { checkPathSettings } from './check-path-settings.ts';
import type { ChangeNote, SettingsService } from './service.ts';

export const settingsRoutes = ({ settings }: { settings: SettingsService }): Route[] => [
  route(listSettings, ({ query }) => settings.list(query)),
  route(updateSettings, async ({ caller, body }) => {
    const updates = body.updates.map(({ key, value }, index) => ({
      key,
      value,
      path: `body.updates.${index}.value`,
    }));
    await checkPathSettings(updates);
    settings.update(updates, noteOf(caller, body));
    return { data: updates.map(({ key }) => settings.find(key)) };
  }),
  route(getSetting, ({ params }) => settings.find(params.key)),
  route(updateSetting, async ({ caller, params: { key }, body }) => {
    const updates = [{ key, value: body.value, path: 'body.value' }];
    await checkPathSettings(updates);
    settings.update(updates, noteOf(caller, body));
    return settings.find(key);
  }),
  route(resetSetting, ({ caller, params, body }) => {
    settings.reset(params.key, noteOf(caller, body));
    return settings.find(params.key);
  }),
  route(listSettingHistory, ({ params, query }) => settings.history(params.key, query)),
];

const noteOf = (
  { user }: Caller,
  { change_reason }: { change_reason?: string | null | undefined },
): ChangeNote => ({ by: user.username, reason: change_reason ?? null });
