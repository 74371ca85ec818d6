/** What the windows say of an input that the person edits before they allow it. */
export const editStrings = {
  open: 'Edit and look again…',
  commandLabel: 'The command to run instead',
  inputLabel: 'The input to take instead, as JSON',
  hint: 'Nothing runs by this: what it would do is looked at anew and shown to you. The agent is told what ran.',
  look: 'Look again',
  drop: 'Leave it as it is',
  notJson: 'This is no JSON object.',
  edited: 'You edited this. The agent had asked:',
} as const;
