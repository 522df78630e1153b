/** Names of the messages between the page and the shell; apart, for the preload script carries nothing else. */
export const channels = {
  takeTicket: 'octavo:take-ticket',
  pickFolder: 'octavo:pick-folder',
  openDropped: 'octavo:open-dropped',
  setLook: 'octavo:set-look',
  reveal: 'octavo:reveal',
} as const;
