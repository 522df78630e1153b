import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect } from 'react';

import { watchConnection } from '../api/connection.ts';
import { queryClient } from './query-client.ts';
import { router } from './router.tsx';
import { colorSchemeManager, cssVariables, theme } from './theme.ts';
import { useLiveServer } from './use-live-server.ts';
import { lazyPart } from '../ui/feedback/lazy-part.tsx';
import { useNotices } from '../ui/feedback/notify.ts';

const Notifications = lazyPart(async () => ({
  default: (await import('@mantine/notifications')).Notifications,
}));

export const App = () => {
  useLiveServer();
  useEffect(watchConnection, []);
  const needsNotices = useNotices(({ areNeeded }) => areNeeded);
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
    >
      <QueryClientProvider client={queryClient}>
        {needsNotices && (
          <Notifications
            position="bottom-right"
            autoClose={5000}
            limit={4}
            transitionDuration={160}
          />
        )}
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  );
};
