/** IPC channel names; a separate module, because the preload script imports nothing else. */
export const channels = {
  takeTicket: 'octavo:take-ticket',
  pickFolder: 'octavo:pick-folder',
  openDropped: 'octavo:open-dropped',
  setAppearance: 'octavo:set-appearance',
  chooseServer: 'octavo:choose-server',
  reveal: 'octavo:reveal',
} as const;
