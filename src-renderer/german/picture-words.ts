/** German: a picture that would leave, and what the person takes out of it. */
const parts = (count: number) => (count === 1 ? 'eine Stelle' : `${count} Stellen`);

const kilobytes = (bytes: number) =>
  (bytes / 1000).toLocaleString('de', { maximumFractionDigits: bytes < 10_000 ? 1 : 0 });

export const germanPicture = {
  label: 'Genau dieses Bild wird gesendet',
  alt: (width: number, height: number) => `Das Bild, das gesendet würde, ${width} × ${height} Pixel`,
  size: (width: number, height: number, type: string, bytes: number) =>
    `${width} × ${height}, ${type}, ${kilobytes(bytes)} kB`,
  taken: 'Aufgenommen',
  takenNote: 'Was sich seitdem auf dem Bildschirm geändert hat, ist nicht darin.',
  tools: 'Das Bild ändern',
  tool: { cover: 'Abdecken', crop: 'Zuschneiden' },
  undo: 'Rückgängig',
  reset: 'Alles zurück',
  actualSize: 'Volle Größe',
  hint: {
    cover: 'Ziehen Sie über das, was nicht hinaus soll: Es wird schwarz.',
    crop: 'Ziehen Sie über das, was hinaus soll: Nichts sonst geht mit.',
  },
  keys: 'Mit der Tastatur: Pfeile bewegen einen Rahmen, mit Umschalt ändern sie seine Größe, mit Strg um ein Pixel. Die Eingabetaste nimmt ihn, Escape verwirft ihn.',
  surface: { cover: 'Rahmen über der Stelle zum Abdecken', crop: 'Rahmen um den Teil, der bleibt' },
  frame: (x: number, y: number, width: number, height: number) =>
    `Rahmen ${width} × ${height} bei ${x}, ${y} des Bildes`,
  mostCovers: 'Mehr Stellen können nicht abgedeckt werden. Schneiden Sie das Bild zu, oder lehnen Sie ab.',
  changing: 'Nehmen Sie den Rahmen auf dem Bild, oder verwerfen Sie ihn mit Escape.',
  changed: (cropped: boolean, covers: number) => {
    const what = [cropped && 'das Bild zugeschnitten', covers > 0 && `${parts(covers)} darin abgedeckt`];
    return `Sie haben ${what.filter(Boolean).join(' und ')}. Der Agent erfährt es.`;
  },
  note: 'Dazu geht dieser Satz mit:',
} as const;
