/** What the windows say of a picture that would leave, and of what the person takes out of it. */
const parts = (count: number) => (count === 1 ? 'a part' : `${count} parts`);

export const pictureStrings = {
  label: 'Exactly this picture will be sent',
  alt: (width: number, height: number) => `The picture that would be sent, ${width} × ${height} pixels`,
  size: (width: number, height: number, type: string, bytes: number) =>
    `${width} × ${height}, ${type}, ${bytes < 10_000 ? (bytes / 1000).toFixed(1) : Math.round(bytes / 1000)} kB`,
  taken: 'Taken',
  takenNote: 'What changed on the screen since is not in it.',
  tools: 'Change the picture',
  tool: { cover: 'Cover a part', crop: 'Crop' },
  undo: 'Undo last',
  reset: 'Undo all',
  actualSize: 'Actual size',
  hint: {
    cover: 'Drag over what is not to be sent: it becomes black.',
    crop: 'Drag over what is to be sent: nothing else leaves.',
  },
  keys: 'By keyboard: arrows move a frame, with Shift they size it, with Ctrl by one pixel. Enter takes it, Escape drops it.',
  surface: { cover: 'Frame over the part to cover', crop: 'Frame around the part to keep' },
  frame: (x: number, y: number, width: number, height: number) =>
    `Frame ${width} × ${height} at ${x}, ${y} of the picture`,
  mostCovers: 'No more parts can be covered. Crop the picture, or deny the call.',
  changing: 'Take the frame on the picture, or leave it with Escape, to go on.',
  changed: (cropped: boolean, covers: number) => {
    const what = [cropped && 'cropped it', covers > 0 && `covered ${parts(covers)} of it`];
    return `You ${what.filter(Boolean).join(' and ')}. The agent is told so.`;
  },
  note: 'With it goes:',
} as const;
