/** What the windows say of direct callers. */
export const callerStrings = {
  text: 'Programs can run single tools here directly, with no model in between and nobody asked: what your whitelist names runs, all else is refused. Programs of this user do it through the local socket (doorman call). Others need a key that you have accepted.',
  listen: 'Open the door for callers with a key',
  listenText:
    'Doorman then listens on this machine for signed callers. You are asked about each that you do not know.',
  openAt: (url: string) => `Open at ${url}`,
  address: 'The address of this machine',
  strangersTitle: 'Wait to be let in',
  strangersText: 'Compare the address with the one that the caller shows before you let it in.',
  from: (place: string, span: string) => `from ${place}, ${span}`,
  letIn: 'Let in…',
  name: 'What you call it',
  nameHint: 'Shown in lists and in the journal.',
  turnAway: 'Turn away',
  block: 'Refuse always',
  contactsTitle: 'Accepted callers',
  contactsEmpty: 'Nobody yet.',
  since: (day: string, how: 'person' | 'invite') =>
    `since ${day}, ${how === 'person' ? 'accepted by you' : 'came with an invite'}`,
  tools: (names: readonly string[]) => `may call ${names.join(', ') || 'nothing'}`,
  allTools: 'may call every tool, within the whitelist',
  revoke: 'Revoke',
  revokeLabel: (name: string) => `Revoke ${name}`,
  blockedTitle: 'Refused always',
  unblock: 'Ask me again',
  invitesTitle: 'Invites',
  invitesText:
    'Whoever uses a code first is accepted. It works once, for 15 minutes, and ends after five wrong ones.',
  invite: 'Make an invite',
  code: (code: string) => `The code is ${code}. It is shown this once.`,
  inviteLeft: (name: string, attempts: number) => `${name}: ${attempts} tries left`,
  withdraw: 'Withdraw',
} as const;
