import { queryOptions } from '@tanstack/react-query';

import {
  checkProvider,
  createProvider,
  deleteProvider,
  getProxySignIn,
  listProviders,
  updateProvider,
  updateProxySignIn,
  type CreateProvider,
  type ProxySignInSettings,
  type UpdateProvider,
} from '../../../../shared/api/sign-in-providers.ts';
import {
  getSignInOptions,
  linkIdentity,
  listIdentities,
  unlinkIdentity,
} from '../../../../shared/api/single-sign-on.ts';
import { api } from '../../api/client.ts';
import { useChange } from '../../api/use-change.ts';

export const signInOptionsQuery = () =>
  queryOptions({
    queryKey: ['sign-in-options'],
    staleTime: 0,
    queryFn: ({ signal }) => api.call(getSignInOptions, { signal }),
  });

export const identitiesQuery = () =>
  queryOptions({
    queryKey: ['linked-identities'],
    staleTime: 0,
    queryFn: ({ signal }) => api.call(listIdentities, { signal }),
  });

export const providersQuery = () =>
  queryOptions({
    queryKey: ['sign-in-providers'],
    staleTime: 0,
    queryFn: ({ signal }) => api.call(listProviders, { signal }),
  });

export const proxySignInQuery = () =>
  queryOptions({
    queryKey: ['proxy-sign-in'],
    staleTime: 0,
    queryFn: ({ signal }) => api.call(getProxySignIn, { signal }),
  });

const providers = [providersQuery().queryKey];

export const useCreateProvider = () =>
  useChange(providers, (body: CreateProvider) => api.call(createProvider, { body }));

export const useUpdateProvider = () =>
  useChange(providers, ({ id, ...body }: UpdateProvider & { id: string }) =>
    api.call(updateProvider, { params: { id }, body }),
  );

export const useDeleteProvider = () =>
  useChange(providers, (id: string) => api.call(deleteProvider, { params: { id } }));

export const useCheckProvider = () =>
  useChange([], (id: string) => api.call(checkProvider, { params: { id } }));

export const useUpdateProxySignIn = () =>
  useChange([proxySignInQuery().queryKey], (body: ProxySignInSettings) =>
    api.call(updateProxySignIn, { body }),
  );

/** Leads to the provider. */
export const useLinkIdentity = () =>
  useChange([], async (body: { slug: string; current_password: string | null }) => {
    const { url } = await api.call(linkIdentity, { body });
    window.location.assign(url);
  });

export const useUnlinkIdentity = () =>
  useChange(
    [identitiesQuery().queryKey],
    ({ id, ...body }: { id: string; current_password: string | null }) =>
      api.call(unlinkIdentity, { params: { id }, body }),
  );
