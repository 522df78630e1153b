import type { ProxySignInSettings } from '../../../shared/api/sign-in-providers.ts';
import type { Database } from '../../database/types.ts';
import type { ProviderFields, StoredProvider } from './types.ts';

type Lists = Pick<ProviderFields, 'group_roles' | 'group_libraries' | 'only_groups'>;
type Flags = Pick<ProviderFields, 'enabled' | 'creates_people' | 'links_by_email' | 'signs_out'>;

type ProviderRow = Omit<StoredProvider, keyof Lists | keyof Flags> &
  Record<keyof Lists, string> &
  Record<keyof Flags, number>;

const fields = [
  ...(['slug', 'name', 'enabled', 'issuer', 'client_id', 'client_secret', 'scopes'] as const),
  ...(['name_claim', 'email_claim', 'groups_claim'] as const),
  ...(['group_roles', 'group_libraries', 'only_groups'] as const),
  ...(['creates_people', 'links_by_email', 'signs_out'] as const),
] satisfies (keyof ProviderFields)[];

const toProvider = (row: ProviderRow): StoredProvider => ({
  ...row,
  group_roles: JSON.parse(row.group_roles) as StoredProvider['group_roles'],
  group_libraries: JSON.parse(row.group_libraries) as StoredProvider['group_libraries'],
  only_groups: JSON.parse(row.only_groups) as string[],
  enabled: row.enabled === 1,
  creates_people: row.creates_people === 1,
  links_by_email: row.links_by_email === 1,
  signs_out: row.signs_out === 1,
});

const toRow = (provider: ProviderFields) => ({
  ...provider,
  group_roles: JSON.stringify(provider.group_roles),
  group_libraries: JSON.stringify(provider.group_libraries),
  only_groups: JSON.stringify(provider.only_groups),
  enabled: Number(provider.enabled),
  creates_people: Number(provider.creates_people),
  links_by_email: Number(provider.links_by_email),
  signs_out: Number(provider.signs_out),
});

export type ProvidersStore = ReturnType<typeof createProvidersStore>;

/** Providers, and sign-in by a header of a proxy. */
export const createProvidersStore = (database: Database) => {
  const select = `SELECT p.pk, p.id, ${fields.map((name) => `p.${name}`).join(', ')}, p.created_at,
      p.updated_at,
      (SELECT count(*) FROM user_identities i WHERE i.provider_pk = p.pk) AS people_count
    FROM sign_in_providers p`;
  const all = database.prepare<[], ProviderRow>(`${select} ORDER BY p.name, p.pk`);
  const bySlug = database.prepare<[string], ProviderRow>(`${select} WHERE p.slug = ?`);
  const byId = database.prepare<[string], ProviderRow>(`${select} WHERE p.id = ?`);
  const insert = database.prepare(
    `INSERT INTO sign_in_providers (id, ${fields.join(', ')}, created_at, updated_at)
     VALUES (:id, ${fields.map((name) => `:${name}`).join(', ')}, :now, :now)`,
  );
  const update = database.prepare(
    `UPDATE sign_in_providers SET ${fields.map((name) => `${name} = :${name}`).join(', ')},
       updated_at = :now WHERE id = :id`,
  );
  const remove = database.prepare('DELETE FROM sign_in_providers WHERE id = ?');
  const proxy = database
    .prepare<[], string>('SELECT settings FROM proxy_sign_in WHERE pk = 1')
    .pluck();
  const saveProxy = database.prepare(
    'INSERT INTO proxy_sign_in (pk, settings) VALUES (1, :settings) ON CONFLICT (pk) DO UPDATE SET settings = :settings',
  );
  const orNull = (row: ProviderRow | undefined) => (row ? toProvider(row) : null);

  return {
    all: (): StoredProvider[] => all.all().map(toProvider),
    bySlug: (slug: string): StoredProvider | null => orNull(bySlug.get(slug)),
    byId: (id: string): StoredProvider | null => orNull(byId.get(id)),
    insert: (id: string, provider: ProviderFields, now: string): void =>
      void insert.run({ ...toRow(provider), id, now }),
    update: (id: string, provider: ProviderFields, now: string): void =>
      void update.run({ ...toRow(provider), id, now }),
    remove: (id: string): void => void remove.run(id),
    /** Null before it was set up. */
    proxySignIn(): ProxySignInSettings | null {
      const settings = proxy.get();
      return settings === undefined ? null : (JSON.parse(settings) as ProxySignInSettings);
    },
    saveProxySignIn: (settings: ProxySignInSettings): void =>
      void saveProxy.run({ settings: JSON.stringify(settings) }),
  };
};
