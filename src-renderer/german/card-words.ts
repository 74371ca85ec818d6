/** German: what one card says, and what follows from its answer. */
const times = (count: number) => (count === 2 ? 'zweimal' : `${count}-mal`);

const pick = (count: number, one: string, many: string) => (count === 1 ? one : many);

export const germanCard = {
  exactly: 'Genau das',
  brief: 'Genau',
  size: (lines: number, characters: number) =>
    lines === 1 ? `${characters} Zeichen` : `${lines} Zeilen, ${characters} Zeichen`,
  between: (lines: number, characters: number) =>
    lines > 1 ? `… ${lines} Zeilen dazwischen: zeigen` : `… ${characters} Zeichen dazwischen: zeigen`,
  hidden: (count: number) =>
    `${count} ${pick(count, 'verborgenes', 'verborgene')} Zeichen, gezeigt wie ‹U+202E›: Ein solcher Text kann sich anders lesen, als er wirkt.`,
  mixed: (alphabets: string) =>
    `mischt Buchstaben, die gleich aussehen (${alphabets}): Es muss nicht der Name sein, nach dem es aussieht.`,
  drawn: 'ist in Buchstaben geschrieben, die nur aussehen wie',
  host: 'ist in Wahrheit die Adresse',
  why: 'Warum es Sie braucht',
  moreParts: (count: number) => `${count} weitere`,
  from: 'Gefragt von',
  machine: (name: string) => `dieser Rechner heißt dort „${name}“`,
  agent: 'Agent',
  run: 'Lauf',
  local: 'auf diesem Rechner',
  nth: (count: number, ofRun: boolean) =>
    ofRun ? `${count}. Frage dieses Laufs` : `${count}. Frage von dort, seit Doorman läuft`,
  again: (count: number) => `${times(count)} gefragt`,
  claim: 'In eigenen Worten, ungeprüft',
  otherClaim: 'In eigenen Worten, von einem gleichen Aufruf',
  noClaim: 'Ein Grund wurde nicht genannt.',
  time: 'Zeit',
  until: (clock: string) =>
    `Antwort bis ${clock}. Danach ist es abgelehnt und kann nicht mehr ausgeführt werden.`,
  wall: 'Wenn Sie erlauben',
  noChange: 'Es ändert hier nichts. Was dabei herauskommt, geht an den fragenden Agenten.',
  guarded: (places: string) => `Es läuft hinter einer Wand. Schreiben kann es nur ${places}.`,
  network:
    'Es erreicht höchstens öffentliche Adressen im Internet, über Doormans Proxy: nichts auf diesem Rechner oder in seinen Netzen.',
  ownTmp: 'in einem eigenen /tmp',
  writable: (folders: string) => `in ${folders} und in einem eigenen /tmp`,
  readOnly: 'Es läuft hinter einer Wand. Es kann nirgends schreiben und hat kein Netz.',
  workspace:
    'Es läuft hinter einer Wand. Es kann in dem vertrauten Ordner und in einem eigenen /tmp schreiben und hat kein Netz.',
  noWall: 'Keine Wand.',
  noWallMeans:
    'Nichts hält es zurück: Es kann jede Datei ändern, die Sie ändern können, Ihr ganzes Netz nutzen und Ihren Bildschirm sehen.',
  details: 'Einzelheiten: die rohe Eingabe, und wie Doorman sie gelesen hat',
  tool: 'Werkzeug',
  input: 'Rohe Eingabe',
  commands: 'Befehle, Wort für Wort',
  redirects: 'Dateien, die es durch Umleitung öffnet',
  reads: 'liest',
  writes: 'schreibt',
  paths: 'Wohin seine Pfade wirklich führen',
  nowhere: 'nicht angesehen',
  inFolder: 'in',
  open: 'erst bekannt, wenn es läuft',
  leftOut: (count: number) => `und ${count} weitere, die nicht aufgeführt sind`,
};

export const germanEnded = {
  gone: 'Wartet nicht mehr.',
  running: 'Erlaubt. Es läuft jetzt.',
  reviewing: 'Erlaubt. Es lief, und sein Ergebnis wartet auf Sie.',
  answered: 'Beantwortet. Der Agent hat Ihre Antwort.',
  as: (outcome: string, ran: boolean) =>
    ran ? `Erlaubt. ${outcome}.` : `${outcome}. Es ist nicht mehr zu beantworten.`,
  equal: (count: number, words: string) => `${count} × ${words}`,
};

export const germanDenial = {
  pick: 'Sofort ablehnen mit einem davon, mit oder ohne eigene Worte darunter',
  advice: {
    'not-now': 'Jetzt nicht: frag später noch einmal',
    narrower: 'Nimm einen engeren Befehl',
    explain: 'Erkläre erst, wozu du es brauchst',
    'leave-it': 'Mach es anders, ohne das anzurühren',
    'stop-task': 'Beende diese Aufgabe',
  },
  hints: {
    'not-now': 'Keine Ablehnung: Der Agent darf in zehn Minuten wieder fragen.',
    narrower: 'In diesem Lauf abgelehnt.',
    explain: 'Abgelehnt, bis er mit einem anderen Grund fragt.',
    'leave-it': 'In diesem Lauf abgelehnt.',
    'stop-task':
      'In diesem Lauf abgelehnt; dem Agenten wird gesagt, dass er dafür keine Werkzeuge mehr rufen soll.',
  },
};

export const germanAlways = {
  fetching: 'Es wird ermittelt, welche Regeln es erlauben könnten …',
  none: 'Keine Regel Ihrer Regeldatei kann das genau sagen; darum lässt es sich nicht für immer erlauben.',
  pick: 'Welche Zeile in Ihre Regeldatei kommt',
  narrowest: 'Das und nichts anderes, von welchem Agenten auch immer.',
  wider: 'Mehr als das, wonach gefragt wurde.',
  allows: 'Läuft dann auch ohne Frage:',
  asks: 'Fragt weiterhin oder wird abgelehnt:',
  because: (summary: string, why: string) => `${summary}: ${why}`,
};

export const germanGrants = {
  title: 'Erlaubnisse in Kraft',
  text: 'Was Sie länger als einmal erlaubt haben. Dasselbe läuft ohne Frage, bis Sie es hier beenden oder seine Zeit um ist; was schon läuft, läuft weiter.',
  none: 'Nichts ist länger als einmal erlaubt.',
  kinds: {
    run: 'Für diesen Lauf',
    minutes: 'Für 15 Minuten',
    always: 'Immer',
    next: 'Wenn es das nächste Mal gefragt wird',
  },
  asked: (from: string) => `gefragt von ${from}`,
  inFile: 'eine Zeile Ihrer Regeldatei',
  whileRun: 'solange der Lauf dauert',
  end: 'Beenden',
  endLabel: (covers: string) => `Beenden: ${covers}`,
  more: (hidden: number) => `und ${hidden} weitere`,
};

export const germanLate = {
  allowed: {
    run: 'Für diesen Lauf erlaubt.',
    minutes: 'Für 15 Minuten erlaubt.',
    always: 'Für immer erlaubt.',
    next: 'Für das nächste Mal erlaubt, innerhalb von 15 Minuten.',
  },
  undo: (seconds: number) => `Rückgängig (${seconds} s)`,
  undoHere: (words: string) => `${words}, rückgängig?`,
  undone: 'Zurückgenommen: Es fragt wieder.',
  next: 'Erlauben, wenn es innerhalb von 15 Minuten wieder gefragt wird',
  nextHint: 'Genau dieselbe Handlung, einmal, und nur für den, der gefragt hat.',
  unseen: 'Sein ganzer Text war nicht rechtzeitig zu sehen, darum ist es nicht im Voraus zu erlauben.',
  refuse: 'Ablehnen, wenn es wieder gefragt wird',
  refused: 'Es wird abgelehnt, wenn es in diesem Lauf wieder gefragt wird.',
};

export const germanOutcomes = {
  done: 'Erledigt',
  answered: 'Von Ihnen beantwortet',
  declined: 'Sie wollten nicht antworten',
  unanswered: 'Niemand hat rechtzeitig geantwortet',
  'tool-failed': 'Lief und schlug fehl',
  withheld: 'Lief, Ergebnis zurückgehalten',
  'bad-input': 'Falsche Eingabe',
  'unknown-tool': 'Unbekanntes Werkzeug',
  'denied-by-rule': 'Von einer Regel abgelehnt',
  'not-listed': 'Abgelehnt, steht nicht auf der Liste',
  'denied-by-person': 'Von Ihnen abgelehnt',
  'refused-before': 'Abgelehnt, wie von Ihnen zuvor',
  expired: 'Abgelaufen, niemand hat geantwortet',
  'out-of-time': 'Die Zeit lief ab',
  withdrawn: 'Zurückgezogen',
  paused: 'Abgelehnt, pausiert',
  stopped: 'Durch Stopp beendet',
  'ended-by-person': 'Von Ihnen beendet',
  'run-paused': 'Abgelehnt, sein Lauf ist pausiert',
  'too-many-questions': 'Abgelehnt, es fragte zu oft',
  'too-many-waiting': 'Abgelehnt, zu viele warten',
  'shutting-down': 'Abgelehnt, Doorman wird beendet',
  'not-recorded': 'Abgelehnt, kein Journal',
  'internal-error': 'Fehler in Doorman',
};

export const germanAnsweredBy = {
  window: 'Ihnen, im Fenster',
  'command-line': 'Ihnen, auf der Befehlszeile',
  notification: 'Ihnen, in einer Benachrichtigung',
  rule: 'einer Regel',
  mode: 'dem Auto-Modus',
  'refusal-memory': 'Ihrer Ablehnung zuvor',
};
