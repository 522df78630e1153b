import { expect, test } from 'vitest';

import { firewallAdvice, type FirewallProbe } from './firewall.ts';

const probe = (platform: NodeJS.Platform, output = '', file = ''): FirewallProbe => ({
  platform,
  run: async () => (output === '' ? null : output),
  read: async () => (file === '' ? null : file),
});

test.each<[string, FirewallProbe, RegExp]>([
  ['ufw', probe('linux', '', '# a comment\nENABLED=yes\n'), /sudo ufw allow 4477\/tcp/],
  ['firewalld', probe('linux', 'running\n'), /--add-port=4477\/tcp/],
  ['the firewall of macOS', probe('darwin', 'Firewall is enabled. (State = 1)'), /Firewall/],
  ['a network that Windows takes for public', probe('win32', 'Public\r\n'), /set its profile/],
  ['Windows', probe('win32', 'Private\r\n'), /port 4477/],
])('names what to do about %s', async (_, system, advice) => {
  expect(await firewallAdvice(4477, system)).toMatch(advice);
});

test.each<[string, FirewallProbe]>([
  ['ufw is off', probe('linux', '', 'ENABLED=no\n')],
  ['nothing is known', probe('linux')],
  ['macOS has it off', probe('darwin', 'Firewall is disabled. (State = 0)')],
  ['the system is another', probe('freebsd')],
])('says nothing where %s', async (_, system) => {
  expect(await firewallAdvice(4477, system)).toBeNull();
});
