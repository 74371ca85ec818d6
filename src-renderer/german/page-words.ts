/** German: the pages of the main window. */

export const germanShortcuts = {
  open: 'Tastenkürzel',
  title: 'Tastenkürzel',
  close: 'Schließen',
  goTo: (page: string) => `Zu ${page}`,
  meanings: {
    goToPage: 'Zu einer Seite, in der Reihenfolge der Liste',
    settings: 'Einstellungen',
    openApproval: 'Das Fenster für Entscheidungen öffnen',
    find: 'Auf dieser Seite suchen, wo es eine Suche gibt',
    rows: 'In der Liste des Verlaufs: nächster und voriger Aufruf; auch Bild auf, Bild ab, Pos1 und Ende',
    openRow: 'In der Liste des Verlaufs: öffnet die Geschichte des Aufrufs',
    closeRow: 'Schließt diese Geschichte und geht zurück zur Liste',
    nextCard: 'Nächste Karte (oder der Pfeil nach unten in der Liste)',
    previousCard: 'Vorige Karte (oder der Pfeil nach oben in der Liste)',
    tick: 'Die gezeigte Karte ankreuzen, um mehrere in einem Schritt zu beantworten',
    leave:
      'Alle Kreuze entfernen; wo nichts angekreuzt oder geschrieben ist, dieses Fenster schließen. Was wartet, wartet weiter.',
    deny: 'Ablehnen',
    denyWithReason: 'Mit Grund ablehnen; Enter sendet ihn, Esc verlässt das Feld',
    allow:
      'Einmal erlauben; eine Sekunde gehalten, wo genau hinzusehen ist. Enter oder Leertaste allein erlauben nie.',
    sendAnswer: 'Im Feld einer Frage: sendet Ihre Antwort. Umschalt + Enter ist eine neue Zeile.',
    sheet: 'Diese Übersicht',
  },
};

export const germanSettings = {
  lead: 'Wie Doorman aussieht, Sie ruft und startet. Nichts davon gibt einem Agenten etwas.',
  lookTitle: 'Aussehen und Tasten der Fenster',
  theme: 'Farben',
  themes: { system: 'Wie das System', light: 'Hell', dark: 'Dunkel' },
  themeHint: 'Gilt sofort, für beide Fenster.',
  language: 'Sprache',
  languageHint:
    'Die Sprache der Fenster. Was Agenten, das Journal und die Befehlszeile lesen, und was Doorman von einem Befehl hält, bleibt englisch.',
  languages: { system: 'Wie das System', en: 'English', de: 'Deutsch' },
  characterKeys: 'Einzelne Buchstaben und Zeichen sind Kürzel',
  characterKeysHint:
    'Wie d für Ablehnen und ? für die Liste aller. Aus zählen nur Tasten mit Strg und dergleichen: für alle, die diktieren oder deren Hand abrutscht.',
  windowsTitle: 'Fenster, die Agenten nie sehen',
  windowsText:
    'Ein Teil des Titels, oder der Name eines Programms, wo das System ihn nennt; * steht für beliebigen Text. Solche Fenster stehen in keiner Liste und auf keinem Bild. Solange eines davon offen ist, wird kein Bild eines ganzen Bildschirms aufgenommen.',
  windowsLabel: 'Ausgelassene Fenster',
  windowsAdd: 'Auslassen',
  windowsField: 'Titel oder Programm',
  windowsRemove: 'Entfernen',
  windowsRemoveLabel: (pattern: string) => `Nicht mehr auslassen: ${pattern}`,
  wallTitle: 'Die Wand um Befehle',
  pathTitle: 'Wo Befehle Programme suchen',
  pathText: 'Der PATH Ihrer Anmelde-Shell, wie er war, als Doorman startete.',
  pathFallback:
    'Ihre Anmelde-Shell nannte ihren PATH nicht rechtzeitig, darum ist dies der, mit dem Doorman gestartet wurde.',
  pathDropped: 'Ausgelassen, weil ein Agent dort ein Programm ablegen könnte oder dort nichts ist:',
  notifyTitle: 'Benachrichtigungen',
  notifyText:
    'Eine Benachrichtigung verschwindet, wenn ihr Aufruf entschieden ist. Es gibt keine, solange ein Fenster von Doorman vorn ist. Ein Klick öffnet genau diese Karte.',
  notify: {
    needsYou: 'Ein Aufruf oder ein Ergebnis wartet auf Sie',
    question: 'Ein Agent fragt Sie etwas',
    finished: 'Ein Job ist fertig',
    sound: 'Mit einem Ton',
  },
  startTitle: 'Start',
  startAtLogin: 'Beim Anmelden starten',
  startHidden: 'Dann kein Fenster zeigen, nur das Symbol in der Leiste',
  startText: 'Von Hand gestartet zeigt Doorman immer sein Fenster.',
  keysTitle: 'Tasten, die überall gelten',
  keysText:
    'Klicken Sie in ein Feld und drücken Sie die Tasten zusammen, mit Strg, Alt oder Super. Keine ist belegt, bevor Sie sie setzen.',
  keys: { open: 'Zeigen, was wartet', stop: 'Alles stoppen' },
  noKeys: 'keine',
  clear: 'Leeren',
  clearKeys: (what: string) => `Tasten leeren: ${what}`,
};

export const germanCalls = {
  waiting: 'Wartet auf Sie',
  running: 'Läuft',
  reviewing: 'Lief; sein Ergebnis wartet auf Sie',
  ended: 'Zu Ende',
  by: (who: string) => `entschieden von ${who}`,
  took: (span: string) => `dauerte ${span}`,
  behind: {
    'read-only': 'hinter der Nur-Lese-Wand',
    'workspace-write': 'hinter der Wand des Arbeitsordners',
    guarded: 'hinter der bewachten Wand',
    none: 'ohne Wand',
  },
  masked: (what: string) => `In seinem Ergebnis verdeckt: ${what}`,
  whole: (what: string) => `Ganz gesendet, wie Sie wollten: ${what}`,
  sendNext: 'Nächstes Mal ganz senden …',
  sendNextLabel: (summary: string) => `Nächstes Mal ganz senden …: ${summary}`,
  granted: 'Das nächste Ergebnis derselben Handlung geht ganz hinaus, einmal, innerhalb von 15 Minuten.',
  maskAgain: 'Wieder verdecken',
};

export const germanFolders = {
  title: 'Ordner',
  text: 'In diesen Ordnern dürfen Agenten lesen, ohne zu fragen. Geheime Dateien darin warten trotzdem auf Sie.',
  add: 'Ordner hinzufügen …',
  remove: 'Entfernen',
  removeLabel: (folder: string) => `${folder} entfernen`,
  trust: 'Dem Code darin vertrauen',
  trustLabel: (folder: string) => `Dem Code in ${folder} vertrauen`,
  trustText:
    'Wo Sie dem Code eines Ordners vertrauen, dürfen Agenten ohne Frage seine Tests ausführen, wenn Ihre Liste diese nennt; sie können dann in diesen Ordner schreiben, ohne Netz. Seine eigenen Regeln (.co/host.yaml) kommen zu Ihren hinzu.',
  changedTitle:
    'Seine eigenen Regeln haben sich geändert, seit Sie ihnen vertrauten. Sie gelten nicht, bis Sie hingesehen haben.',
  changedBefore: 'Wie Sie ihnen vertrauten',
  changedNow: 'Wie sie jetzt sind',
  noRules: '(keine Regeln)',
  trustNow: 'Ihnen vertrauen, wie sie jetzt sind',
  emptyTitle: 'Noch keine Ordner',
  emptyText: 'Bis Sie einen hinzufügen, wartet jedes Lesen einer Datei auf Sie.',
  cliTitle: 'Antworten von der Befehlszeile',
  cliSwitch: 'Antworten von der Befehlszeile erlauben',
  cliText:
    'Solange das an ist, kann jedes Programm, das als Sie läuft, über die Befehlszeile Ja zu einem wartenden Aufruf sagen, außer wo genau hinzusehen ist. Ist es aus, kann die Befehlszeile weiter auflisten, ablehnen, pausieren und stoppen.',
};

export const germanFirstSteps = {
  label: 'Erste Schritte',
  at: (nth: number, of: number) => `Schritt ${nth} von ${of}`,
  titles: {
    connect: 'Wo Ihre Agenten laufen',
    folder: 'Was sie lesen dürfen',
    try: 'Ein erster Aufruf',
  },
  texts: {
    connect:
      'Doorman verbindet sich mit der Runtime Ihrer Agenten und bietet ihr die Werkzeuge dieses Rechners an. Eine kleine Runtime bringt er mit, die zum Ausprobieren genügt. Weitere können Sie jederzeit hinzufügen.',
    folder:
      'In den Ordnern, die Sie hinzufügen, lesen Agenten ohne Frage. Jedes andere Lesen wartet auf Sie, und ebenso, was etwas ändert.',
    try: 'Das listet auf, was in Ihrem Ordner ist, so wie ein Agent danach fragt: durch die Runtime, geprüft an Ihren Regeln, in die Liste der Aufrufe. Was keine Regel erlaubt, wartet im Fenster für Entscheidungen auf Sie und läuft erst nach Ihrem Ja.',
  },
  useOwn: 'Die mitgebrachte nehmen',
  addOther: 'Eine Runtime hinzufügen …',
  connectedTo: (names: string) => `Verbunden: ${names}.`,
  goOn: 'Weiter',
  back: 'Zurück',
  addFolder: 'Einen Ordner wählen …',
  folders: (paths: string) => `Hinzugefügt: ${paths}`,
  withoutFolder: 'Ohne Ordner',
  tryIt: 'Ausprobieren',
  trying: 'Wartet auf die Antwort. Braucht sie Sie, ist das Fenster für Entscheidungen offen.',
  finish: 'Fertig',
  leave: 'Die ersten Schritte überspringen',
  again: 'Die ersten Schritte noch einmal zeigen',
  againText: 'Verbinden, einen Ordner wählen und ein erster Aufruf. Sie stehen oben in der Warteschlange.',
};
