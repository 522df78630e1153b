/** IPC channel names; a separate module, because the preload script imports nothing else. */
export const channels = {
  takeTicket: 'octavo:take-ticket',
  pickFolder: 'octavo:pick-folder',
  openDropped: 'octavo:open-dropped',
  setLook: 'octavo:set-look',
  reveal: 'octavo:reveal',
} as const;
