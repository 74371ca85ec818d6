/** German: the words of the page History. */
import { locale } from '../spoken.ts';
import { germanStory } from './story-words.ts';

const number = (count: number) => count.toLocaleString(locale());
const calls = (count: number) => `${number(count)} ${count === 1 ? 'Aufruf' : 'Aufrufe'}`;
const files = (count: number) => `${number(count)} ${count === 1 ? 'Datei' : 'Dateien'}`;
const percent = (done: number, of: number) => (of === 0 ? '' : ` ${Math.floor((done / of) * 100)} %`);

export const germanHistory = {
  search: 'Suche',
  searchHint:
    'Wörter aus Befehl, Datei, Agent, Regel oder Antwort, in beliebiger Reihenfolge. Durchsucht werden die ersten 4.000 Zeichen jedes Aufrufs.',
  filters: {
    tool: 'Werkzeug',
    agent: 'Agent',
    source: 'Runtime oder Aufrufer',
    outcome: 'Ausgang',
    day: 'Tag',
  },
  any: 'Alle',
  noEnd: 'Ohne vermerktes Ende',
  clear: 'Alle Aufrufe zeigen',
  found: (matched: number, total: number) =>
    matched === total ? calls(total) : `${number(matched)} von ${calls(total)}`,
  reading: (done: number, of: number) => `Ältere Tage werden gelesen …${percent(done, of)}`,
  opening: 'Das Journal wird gelesen …',
  older:
    'Es gibt ältere Aufrufe, die hier nicht stehen. „doorman journal show --since“ und „--call“ finden sie.',
  unreadable: (names: string) =>
    `${names} lässt sich nicht lesen, die Aufrufe darin fehlen hier. Sehen Sie nach, wem die Datei gehört und welche Rechte sie hat.`,
  tryAgain: 'Noch einmal',
  listLabel: 'Aufrufe, die neuesten zuerst',
  lost: 'Ohne vermerktes Ende',
  marks: {
    masked: 'verdeckt',
    whole: 'ganz gesendet',
    remark: 'siehe Anmerkung',
    notDelivered: 'nicht zugestellt',
  },
  noSummary: 'Er endete, bevor klar war, was er täte',
  emptyTitle: 'Noch keine Aufrufe',
  emptyText:
    'Hier steht jeder Aufruf eines Agenten mit jedem Schritt: was er wollte, welche Regel sprach, wer entschied, was lief und was diesen Rechner verließ. Versuchen Sie einen vom Probierplatz aus.',
  openPlayground: 'Zum Probierplatz',
  noneTitle: 'Kein Aufruf ist so',
  noneText: 'Nehmen Sie ein Wort weg, oder zeigen Sie wieder alle Aufrufe.',
  noneYet: 'Bisher nichts. Ältere Tage werden noch gelesen.',
  export: (count: number) => `${calls(count)} exportieren …`,
  exportTitle: 'Je Schritt eine Zeile JSON, wie sie im Journal steht',
  exporting: (done: number, of: number) => `Wird exportiert …${percent(done, of)}`,
  exported: (count: number, file: string) => `${calls(count)} exportiert nach ${file}`,
  story: germanStory,
  storyPane: {
    label: 'Die Geschichte eines Aufrufs',
    close: 'Schließen',
    reading: 'Der Aufruf wird gelesen …',
    call: 'Aufruf',
    files: 'In',
    steps: 'Jeder Schritt',
    lost: 'Doorman endete, oder das Journal war nicht mehr zu schreiben, bevor dieser Aufruf endete.',
    export: 'Diesen Aufruf exportieren …',
    after: (span: string) => `+${span}`,
  },
  check: {
    title: 'Steht das Journal, wie es geschrieben wurde?',
    notYet: 'Noch nicht geprüft.',
    running: (done: number, of: number) => `Jede Zeile wird geprüft …${percent(done, of)}`,
    intact: (lines: number, count: number) =>
      `Es steht, wie es geschrieben wurde: ${number(lines)} Zeilen in ${files(count)}.`,
    unproven: 'Nichts Falsches gefunden, aber nicht alles lässt sich beweisen.',
    broken: (count: number) => `Es steht NICHT, wie es geschrieben wurde: ${files(count)} verändert.`,
    failed: (why: string) => `Es konnte nicht geprüft werden: ${why}`,
    at: (when: string) => `Geprüft ${when}.`,
    again: 'Noch einmal prüfen',
    more: (count: number) => `Ebenso bei ${number(count)} weiteren; die Liste darunter nennt jede Datei.`,
    details: 'Datei für Datei',
    day: 'Tag',
    file: 'Datei',
    lines: 'Zeilen',
    state: 'Zustand',
    proven: 'wie geschrieben',
    notProven: 'nicht bewiesen',
    beforeChain: 'aus der Zeit vor der Kette: darüber lässt sich nichts sagen',
    line: (line: number, what: string) => `Zeile ${line}: ${what}`,
    damage: {
      edited: 'geändert, es ist nicht der Text, der geschrieben wurde',
      removed: 'Zeilen, die davor standen, wurden entfernt',
      reordered: 'die Reihenfolge wurde geändert, sie stand anderswo',
      duplicated: 'sie steht hier ein zweites Mal',
      added: 'sie kam von jemand anderem hinzu',
      cut: 'das Ende wurde abgeschnitten, ab hier fehlen Zeilen',
      missing: 'die ganze Datei ist weg und wurde nicht ausgemustert',
      unreadable: 'sie lässt sich nicht lesen',
    },
    whatToDo: 'Was zu tun ist',
    distrust: (folder: string) =>
      `Etwas anderes als Doorman hat die Dateien in ${folder} verändert. Trauen Sie den Aufrufen ab den genannten Zeilen nicht.`,
    keepCopy:
      'Kopieren Sie zuerst den Ordner weg, damit bleibt, was gefunden wurde; eine Sicherung von vor der Änderung zeigt, was dort stand.',
    findOut:
      'Finden Sie heraus, was dort schreibt: ein anderes Programm, ein Abgleich, ein Aufräumer, oder etwas, das Sie ohne Wand laufen ließen. Nehmen Sie auf der Seite Berechtigungen zurück, was Sie nicht brauchen, oder drücken Sie Stopp.',
    goesOn:
      'Doorman schreibt in einer neuen Datei weiter, mit neuer Kette. Was gebrochen ist, bleibt bezeichnet.',
    unprovenAdvice:
      'Zeilen, deren Schlüssel nicht im Schlüsselbund liegt, kann niemand beweisen: entsperren Sie ihn, wenn er gesperrt ist, und prüfen Sie noch einmal. Neue Zeilen lassen sich beweisen, solange er den Schlüssel behält.',
  },
};
