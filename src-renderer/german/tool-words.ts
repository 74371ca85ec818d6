/** German: the page of tools. */
export const germanTools = {
  tabsLabel: 'Für wen',
  all: 'Alle Runtimes',
  lead: 'Was Agenten hier aufrufen können, und wann ein Aufruf auf Sie wartet. Eine Änderung gilt sofort; bevor Agenten mehr bekommen, werden Sie noch einmal gefragt.',
  leadFor: (runtime: string) =>
    `Nur für ${runtime}, neben dem, was für alle gesetzt ist. Hier können Sie ihr nur weniger geben.`,
  listLabel: 'Werkzeuge dieses Rechners',
  on: 'An',
  onLabel: (tool: string) => `${tool}: an`,
  ask: 'Jedes Mal fragen',
  askLabel: (tool: string) => `${tool}: jedes Mal fragen`,
  alwaysAsks: 'Fragt immer',
  review: 'Ergebnisse erst ansehen',
  reviewLabel: (tool: string) => `${tool}: Ergebnisse erst ansehen`,
  offForAll: 'für alle aus',
  unavailable: 'kann gerade nicht arbeiten',
  modesText:
    'Ein Werkzeug, das an ist, läuft ungefragt, wo Ihre Ordner, Ihre Regeln oder das Mitgelieferte es erlauben, und wartet sonst auf Sie. „Jedes Mal fragen“: Es wartet, was diese auch sagen, auch in Auto. Was Sie auf einer Karte für einen Lauf oder für 15 Minuten erlauben, geht trotzdem durch; direkte Aufrufer, für die niemand gefragt wird, werden abgelehnt. Ein Job zählt als Lauf.',
  reviewText:
    'Wo Ergebnisse erst angesehen werden, warten sie nach dem Aufruf auf Sie und werden zurückgehalten, wenn niemand rechtzeitig hinsieht. Was ein Job ausgibt, ist ein Ergebnis von shell_read.',
  emptyTitle: 'Keine Werkzeuge',
  emptyText: 'Auf diesem Rechner kann hier nichts aufgerufen werden. `doorman doctor` sagt, was fehlt.',
};
