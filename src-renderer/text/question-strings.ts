/** What the approval window says around a question of an agent. */
export const questionStrings = {
  heading: 'A question from',
  optionsLabel: { one: 'Choose one', several: 'Choose one or more' },
  clear: 'Take the choice back',
  textLabel: { only: 'Your answer', beside: 'Or in your own words', also: 'Anything to add' },
  secretLabel: 'Your answer, a secret',
  show: 'Show it',
  goesTo: (name: string) =>
    `It goes to the agent at ${name} as you write it, but for keys and tokens that Doorman knows by their looks: they are masked. The journal keeps no word of it.`,
  secretTitle: (what: string) => `This seems to ask for ${what}.`,
  secretText: (name: string) =>
    `What you write leaves this machine and goes to the agent at ${name}. Doorman itself never asks you for one. If you did not expect this, decline.`,
  decline: 'Decline',
  declineWithReason: 'Decline with a reason',
  send: 'Send answer',
  unseen: 'Scroll through the whole question to answer it.',
  enterSends: 'Enter in the field sends, Shift+Enter is a new line',
  kept: 'What you wrote was not sent. It is kept here, in case the same is asked again.',
} as const;
