import { languageOf } from '../../shared/languages.ts';

/** Texts of connecting to another server; `app` is the application's name. */
const english = {
  chooseTitle: (app: string) => `Where is your ${app} library?`,
  chooseText: (app: string) =>
    `${app} can keep a library on this computer, or show the library of another computer in your network.`,
  own: 'Use this computer',
  ownText: 'Your books are on this computer or on a drive that is connected to it.',
  server: 'Connect to a server',
  serverText: (app: string) => `${app} already runs on another computer, NAS or server.`,
  found: 'Found in your network',
  searching: 'Searching…',
  noneFound:
    'No server was found yet. Check that sharing is switched on there, or enter its address below.',
  connect: 'Connect',
  version: (version: string) => `version ${version}`,
  silent: 'does not answer',
  current: 'connected',
  address: 'Address of the server',
  addressHint: 'For example attic.local:4477 or https://books.example.com',
  connecting: 'Connecting…',
  retry: 'Try again',
  waiting: 'The connection is restored automatically as soon as it answers.',
  doesNotAnswer: (name: string) => `${name} does not answer`,
  compareTitle: (host: string) => `Is this the certificate of ${host}?`,
  compareText: (app: string) =>
    `The server made its certificate itself, so this computer cannot check it. Compare the fingerprint with the one that ${app} shows there under Settings, Sharing and devices.`,
  changedTitle: (host: string) => `The certificate of ${host} has changed`,
  changedText:
    'Another program may be posing as your server. Trust the new certificate only if you know why it changed, for example because the server was installed again.',
  fingerprint: 'Fingerprint (SHA-256)',
  trust: 'It is the same, connect',
  back: 'Back',
  emptyAddress: 'Enter the address of the server.',
  invalidAddress: 'This is not an address. Enter it as in a browser, such as attic.local:4477.',
  schemeAddress: 'The address must begin with http:// or https://, or with the name of the server.',
  credentialsAddress:
    'Leave the user name and password out of the address. You sign in after connecting.',
  ownAddress: (app: string) =>
    `This is the ${app} of this computer. To use it, choose “Use this computer”.`,
  silence: {
    name: (host: string) =>
      `No computer with the name ${host} was found. Check the spelling, or enter its IP address.`,
    refused: (host: string) =>
      `${host} is there, but nothing answers at this port. Check the port, and that Octavo runs there and is shared.`,
    timeout: (host: string) =>
      `${host} did not answer in time. Check that it is switched on, in the same network, and that its firewall allows Octavo.`,
    'no-route': (host: string) =>
      `This computer cannot reach ${host}. Check the network connection of both.`,
    tls: (host: string) =>
      `${host} does not speak https at this port. Try the address with http:// instead.`,
    other: (host: string) => `The connection to ${host} failed. Check the address and try again.`,
  },
  otherProgram: (host: string) =>
    `Something answers at ${host}, but it is not Octavo. Check the port, and the path if Octavo is behind a proxy.`,
  redirected: (host: string, address: string) =>
    `${host} refers to ${address}. If that is your server, enter that address.`,
  broken: (host: string) =>
    `Octavo runs at ${host}, but its database does not answer. Look at the server, then try again.`,
  newer: (host: string, server: string, own: string) =>
    `${host} runs version ${server}, this app is version ${own}. Update this app, then connect again.`,
  older: (host: string, server: string, own: string) =>
    `${host} runs version ${server}, this app is version ${own}. Update the server, then connect again.`,
  untrusted: (host: string) =>
    `The certificate of ${host} is not the one that you trusted before. Choose the server again to compare it.`,
  connectTo: 'Connect to a server…',
  connectToAnother: 'Connect to another server…',
  useOwn: 'Use this computer’s own library',
  connectedTo: (name: string) => `Connected to ${name}`,
  stopTitle: (name: string) => `Connect to ${name} and stop the server of this computer?`,
  stopShared:
    'Other devices can then no longer read from this computer. Your library stays as it is, and comes back when you choose “Use this computer’s own library”.',
  stopAlone:
    'Your library stays as it is, and comes back when you choose “Use this computer’s own library”.',
  stopDevices: (names: string) => `Connected now: ${names}.`,
  stopScan: 'A scan is running. It continues when you come back.',
  stopAndConnect: 'Stop and connect',
  cancel: 'Cancel',
  openLink: 'Open this link in your browser?',
  openLinkText: (name: string, url: string) => `${name} wants to open ${url}`,
  openInBrowser: 'Open in browser',
  filesElsewhere: 'Files open only in this computer’s own library',
  filesElsewhereText: (name: string) =>
    `You are connected to ${name}. To open a file from this computer, choose “Use this computer’s own library” first.`,
};

export type ConnectionTexts = typeof english;

const german: ConnectionTexts = {
  chooseTitle: (app) => `Wo ist deine ${app}-Bibliothek?`,
  chooseText: (app) =>
    `${app} kann eine Bibliothek auf diesem Computer führen oder die eines anderen Computers in deinem Netzwerk zeigen.`,
  own: 'Diesen Computer verwenden',
  ownText: 'Deine Bücher sind auf diesem Computer oder auf einem angeschlossenen Laufwerk.',
  server: 'Mit einem Server verbinden',
  serverText: (app) => `${app} läuft schon auf einem anderen Computer, NAS oder Server.`,
  found: 'In deinem Netzwerk gefunden',
  searching: 'Suche …',
  noneFound:
    'Noch kein Server gefunden. Prüfe, ob dort die Freigabe eingeschaltet ist, oder gib unten seine Adresse ein.',
  connect: 'Verbinden',
  version: (version) => `Version ${version}`,
  silent: 'antwortet nicht',
  current: 'verbunden',
  address: 'Adresse des Servers',
  addressHint: 'Zum Beispiel attic.local:4477 oder https://books.example.com',
  connecting: 'Verbinde …',
  retry: 'Noch einmal versuchen',
  waiting: 'Die Verbindung wird automatisch wiederhergestellt, sobald er antwortet.',
  doesNotAnswer: (name) => `${name} antwortet nicht`,
  compareTitle: (host) => `Ist das das Zertifikat von ${host}?`,
  compareText: (app) =>
    `Der Server hat sein Zertifikat selbst ausgestellt, deshalb kann dieser Computer es nicht prüfen. Vergleiche den Fingerabdruck mit dem, den ${app} dort unter Einstellungen, Freigabe und Geräte zeigt.`,
  changedTitle: (host) => `Das Zertifikat von ${host} hat sich geändert`,
  changedText:
    'Ein anderes Programm gibt sich vielleicht als dein Server aus. Vertraue dem neuen Zertifikat nur, wenn du weißt, warum es sich geändert hat, zum Beispiel weil der Server neu installiert wurde.',
  fingerprint: 'Fingerabdruck (SHA-256)',
  trust: 'Er ist gleich, verbinden',
  back: 'Zurück',
  emptyAddress: 'Gib die Adresse des Servers ein.',
  invalidAddress:
    'Das ist keine Adresse. Gib sie wie in einem Browser ein, zum Beispiel attic.local:4477.',
  schemeAddress:
    'Die Adresse muss mit http:// oder https:// beginnen oder mit dem Namen des Servers.',
  credentialsAddress:
    'Lass Benutzernamen und Passwort in der Adresse weg. Du meldest dich nach dem Verbinden an.',
  ownAddress: (app) =>
    `Das ist das ${app} dieses Computers. Wähle „Diesen Computer verwenden“, um es zu benutzen.`,
  silence: {
    name: (host) =>
      `Kein Computer mit dem Namen ${host} gefunden. Prüfe die Schreibweise oder gib seine IP-Adresse ein.`,
    refused: (host) =>
      `${host} ist da, aber an diesem Port antwortet nichts. Prüfe den Port und ob Octavo dort läuft und freigegeben ist.`,
    timeout: (host) =>
      `${host} hat nicht rechtzeitig geantwortet. Prüfe, ob er eingeschaltet und im selben Netzwerk ist und ob seine Firewall Octavo erlaubt.`,
    'no-route': (host) =>
      `Dieser Computer erreicht ${host} nicht. Prüfe die Netzwerkverbindung von beiden.`,
    tls: (host) =>
      `${host} spricht an diesem Port kein https. Versuche die Adresse stattdessen mit http://.`,
    other: (host) =>
      `Die Verbindung mit ${host} ist fehlgeschlagen. Prüfe die Adresse und versuche es noch einmal.`,
  },
  otherProgram: (host) =>
    `Bei ${host} antwortet etwas, aber nicht Octavo. Prüfe den Port, und den Pfad, falls Octavo hinter einem Proxy ist.`,
  redirected: (host, address) =>
    `${host} verweist auf ${address}. Wenn das dein Server ist, gib diese Adresse ein.`,
  broken: (host) =>
    `Octavo läuft bei ${host}, aber seine Datenbank antwortet nicht. Sieh am Server nach und versuche es dann noch einmal.`,
  newer: (host, server, own) =>
    `${host} hat Version ${server}, diese App ist Version ${own}. Aktualisiere diese App und verbinde dich dann noch einmal.`,
  older: (host, server, own) =>
    `${host} hat Version ${server}, diese App ist Version ${own}. Aktualisiere den Server und verbinde dich dann noch einmal.`,
  untrusted: (host) =>
    `Das Zertifikat von ${host} ist nicht das, dem du vertraut hast. Wähle den Server noch einmal, um es zu vergleichen.`,
  connectTo: 'Mit einem Server verbinden …',
  connectToAnother: 'Mit einem anderen Server verbinden …',
  useOwn: 'Eigene Bibliothek dieses Computers verwenden',
  connectedTo: (name) => `Verbunden mit ${name}`,
  stopTitle: (name) => `Mit ${name} verbinden und den Server dieses Computers anhalten?`,
  stopShared:
    'Andere Geräte können dann nicht mehr von diesem Computer lesen. Deine Bibliothek bleibt, wie sie ist, und kommt mit „Eigene Bibliothek dieses Computers verwenden“ zurück.',
  stopAlone:
    'Deine Bibliothek bleibt, wie sie ist, und kommt mit „Eigene Bibliothek dieses Computers verwenden“ zurück.',
  stopDevices: (names) => `Gerade verbunden: ${names}.`,
  stopScan: 'Ein Scan läuft. Er geht weiter, wenn du zurückkommst.',
  stopAndConnect: 'Anhalten und verbinden',
  cancel: 'Abbrechen',
  openLink: 'Diesen Link in deinem Browser öffnen?',
  openLinkText: (name, url) => `${name} will ${url} öffnen`,
  openInBrowser: 'Im Browser öffnen',
  filesElsewhere: 'Dateien öffnen sich nur in der eigenen Bibliothek dieses Computers',
  filesElsewhereText: (name) =>
    `Du bist mit ${name} verbunden. Um eine Datei von diesem Computer zu öffnen, wähle zuerst „Eigene Bibliothek dieses Computers verwenden“.`,
};

/** Texts for a locale such as `de-AT`; falls back to English. */
export const connectionTexts = (locale: string): ConnectionTexts =>
  ({ en: english, de: german })[languageOf(locale)];
