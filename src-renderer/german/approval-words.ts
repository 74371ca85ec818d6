/** German: what the approval window says around cards, questions and results. */
const pick = (count: number, one: string, many: string) => (count === 1 ? one : many);

export const germanApproval = {
  title: 'Wartet auf Sie',
  windowTitle: (count: number) => (count === 0 ? 'Doorman' : `${count} wartend · Doorman`),
  count: (count: number) =>
    count === 0 ? 'Nichts wartet' : `${count} ${pick(count, 'wartet', 'warten')} auf Sie`,
  more: (hidden: number) => `und ${hidden} weitere danach`,
  openedGone:
    'Wovon diese Benachrichtigung sprach, wartet nicht mehr. Durch Ihren Klick ist nichts geschehen.',
  goneRead: 'OK',
  listLabel: 'Wartende Aufrufe, der älteste zuerst',
  emptyTitle: 'Nichts wartet auf Sie',
  emptyText:
    'Will ein Agent etwas, das Sie entscheiden müssen, erscheint es hier: was es täte, warum es Sie braucht und wie viel Zeit für die Antwort bleibt. Nichts läuft, bevor Sie zustimmen. Sie können dieses Fenster schließen: Doorman bleibt in der Leiste.',
  emptyStopped:
    'Stopp ist in Kraft: Jeder Aufruf wird abgelehnt, und hier wartet nichts, bis Sie im Hauptfenster wieder beginnen.',
  emptyPaused: 'Pausiert: Jeder Aufruf wird abgelehnt, bis Sie im Hauptfenster fortsetzen.',
  arrived: (summary: string, count: number) =>
    `Neu: ${summary}. ${count} ${pick(count, 'wartet', 'warten')} auf Sie.`,
  hurry: (span: string) => `${span} für diesen Aufruf.`,
  reading: 'Die Karte wird geholt …',
  gone: 'Die ganze Karte ist nicht mehr zu holen: Der Aufruf ist zu Ende.',
  rule: (rule: string, source: string) => `${rule} (${source})`,
  deny: 'Ablehnen',
  denyAll: (count: number) => `Alle ${count} ablehnen`,
  denyWithReason: 'Mit Grund ablehnen',
  reasonLabel: 'Sagen Sie dem Agenten, warum (er liest das)',
  reasonPlaceholder: 'Nimm stattdessen die Testkopie',
  sendDeny: 'Senden',
  allow: 'Einmal erlauben',
  allowAll: (count: number) => `Alle ${count} erlauben`,
  allowWithoutWall: 'Einmal erlauben, ohne Wand',
  moreWays: 'Weitere Wege',
  scopes: {
    run: 'Für diesen Lauf erlauben',
    minutes: 'Für 15 Minuten erlauben',
    always: 'Immer erlauben',
  },
  scopeHints: {
    run: 'In diesem Lauf geht genau dieselbe Handlung künftig ohne Frage durch.',
    minutes: 'Innerhalb von 15 Minuten geht genau dieselbe Handlung ohne Frage durch.',
    always: 'Immer: schreibt eine dieser Zeilen in Ihre Regeldatei. Wählen Sie die engste, die genügt.',
  },
  dropWall: 'Ohne die Wand ausführen',
  dropWallHint:
    'Damit fällt weg, was die Wand zurückhält: Das Programm könnte jede Datei ändern, die Sie ändern können, Ihr ganzes Netz nutzen und Ihren Bildschirm sehen. Nur dieses eine Mal.',
  grantsNeedWall: 'Längere Erlaubnisse behalten die Wand immer.',
  answering: 'Ihre Antwort wird gesendet …',
  answered: 'Ihre Antwort wurde angenommen.',
  othersWait: (count: number) =>
    `Ihre letzte Antwort wurde angenommen; ${count} ${pick(count, 'gleicher Aufruf wartet', 'gleiche Aufrufe warten')} noch.`,
  waitsFor: {
    text: 'Zeigen Sie den ganzen Text und blättern Sie ihn durch, um zu erlauben.',
    place: 'Einen Moment …',
    moment: 'Einen Moment …',
    focus: 'Klicken Sie zuerst in dieses Fenster, dann erlauben Sie.',
    unlock: 'Der Bildschirm ist gesperrt.',
  },
  ready: 'Strg+Enter erlaubt',
  readyToHold: 'Erlauben oder Strg+Enter eine Sekunde lang halten',
  holding: 'Weiter halten …',
  heldTooBriefly: 'Zu früh losgelassen: eine ganze Sekunde halten',
  pressHint: 'Strg+Enter drückt ihn; Enter und Leertaste allein nicht.',
  holdHint:
    'Eine Sekunde lang halten: mit dem Zeiger oder mit Strg+Enter. Früher loszulassen bewirkt nichts.',
  refused: (why: string) => `Nicht angenommen: ${why}`,
  refusedSome: (count: number, of: number, why: string) => `${count} von ${of}. ${why}`,
  equalCalls: (count: number) => `, ${count} gleiche Aufrufe`,
};

export const germanBatch = {
  tick: (summary: string) => `Ankreuzen: ${summary}`,
  status: (cards: number, calls: number) =>
    calls === cards ? `${cards} angekreuzt` : `${cards} angekreuzt, zusammen ${calls} Aufrufe`,
  deny: (calls: number) => `${calls} ablehnen`,
  allow: (calls: number) => `${calls} erlauben`,
  clear: 'Kreuze entfernen',
  unread: (count: number) =>
    `${count} ${pick(count, 'wurde', 'wurden')} nicht zu Ende gelesen: Öffnen Sie zuerst ${pick(count, 'diese Karte', 'jede davon')}.`,
  mustLook: (count: number) =>
    `${count} ${pick(count, 'muss', 'müssen')} genau angesehen werden: ${pick(count, 'Sie wird', 'Sie werden')} nur einzeln erlaubt.`,
  timeUp: 'Für eine davon ist die Zeit um.',
  pressOnly: 'Bereit. Strg+Enter erlaubt sie, solange eine davon zu sehen ist.',
  failed: 'Nicht alles wurde angenommen:',
  part: (count: number, all: number) => `${count} von ${all} Aufrufen`,
  close: 'Schließen',
};

export const germanEdit = {
  open: 'Bearbeiten und neu ansehen …',
  commandLabel: 'Der Befehl, der stattdessen laufen soll',
  inputLabel: 'Die Eingabe, die stattdessen gelten soll, als JSON',
  hint: 'Dadurch läuft noch nichts: Was es täte, wird neu geprüft und Ihnen gezeigt. Der Agent erfährt, was lief.',
  look: 'Neu ansehen',
  drop: 'Lassen, wie es ist',
  notJson: 'Das ist kein JSON-Objekt.',
  edited: 'Sie haben dies bearbeitet. Der Agent wollte:',
};

export const germanQuestion = {
  heading: 'Eine Frage von',
  optionsLabel: { one: 'Wählen Sie eines', several: 'Wählen Sie eines oder mehrere' },
  clear: 'Wahl zurücknehmen',
  textLabel: { only: 'Ihre Antwort', beside: 'Oder in eigenen Worten', also: 'Was noch zu sagen ist' },
  secretLabel: 'Ihre Antwort, ein Geheimnis',
  show: 'Zeigen',
  goesTo: (name: string) =>
    `Sie geht so, wie Sie sie schreiben, an den Agenten bei ${name}; nur Schlüssel und Tokens, die Doorman am Aussehen erkennt, werden verdeckt. Das Journal behält kein Wort davon.`,
  secretTitle: (what: string) => `Hier scheint nach ${what} gefragt zu werden.`,
  secretText: (name: string) =>
    `Was Sie schreiben, verlässt diesen Rechner und geht an den Agenten bei ${name}. Doorman selbst fragt Sie nie danach. Haben Sie es nicht erwartet, lehnen Sie ab.`,
  decline: 'Nicht antworten',
  declineWithReason: 'Mit Grund nicht antworten',
  send: 'Antwort senden',
  unseen: 'Blättern Sie die ganze Frage durch, um zu antworten.',
  enterSends: 'Enter im Feld sendet, Umschalt+Enter ist eine neue Zeile',
  kept: 'Was Sie geschrieben haben, wurde nicht gesendet. Es bleibt hier, falls noch einmal dasselbe gefragt wird.',
};

export const germanReview = {
  heading: 'Dieses Ergebnis senden?',
  ran: 'Es lief. Von seinem Ergebnis hat noch nichts diesen Rechner verlassen.',
  masked: (what: string) => `Verdeckt und im Text markiert: ${what}.`,
  textLabel: {
    text: 'Genau das geht hinaus',
    data: 'Genau diese Felder gehen hinaus, als JSON',
    error: 'Genau dieser Fehler geht hinaus',
  },
  send: 'Ergebnis senden',
  sendEdited: 'Bearbeitet senden',
  withhold: 'Zurückhalten',
  withholdWithReason: 'Mit Grund zurückhalten',
  edit: 'Bearbeiten',
  unedit: 'Meine Änderungen verwerfen',
  editLabel: 'Was stattdessen hinausgeht. Der Agent erfährt, dass Sie es bearbeitet haben.',
  editedHint: 'Ihr Text geht hinaus, mit einer Zeile, die das sagt.',
  notJson: 'Das ist kein JSON-Objekt mehr.',
  tooLong: 'Das ist länger, als ein Ergebnis sein darf.',
  unseen: 'Sehen Sie das ganze Ergebnis durch, um es zu senden.',
  ready: 'Strg+Enter sendet',
  expires: 'Ist die Zeit um, wird es zurückgehalten.',
  ended: {
    sent: 'Gesendet.',
    edited: 'So gesendet, wie Sie es bearbeitet haben.',
    withheld: 'Zurückgehalten. Der Agent erfährt, dass es lief und dass das Ergebnis hier bleibt.',
    over: 'Es ist vorbei; das Ergebnis wurde nicht gesendet.',
  },
  reviewRun: 'Ergebnisse dieses Laufs ansehen, bevor sie hinausgehen',
  reviewRuntime: 'Ergebnisse dieser Runtime ansehen, bevor sie hinausgehen',
  reviewedRun: 'Sie sehen die Ergebnisse dieses Laufs, bevor sie hinausgehen.',
  reviewed: (from: string) => `Sie sehen die Ergebnisse von ${from}, bevor sie hinausgehen.`,
  noMore: 'Nicht mehr',
  noMoreLabel: (from: string) => `Ergebnisse von ${from} nicht mehr ansehen`,
};
