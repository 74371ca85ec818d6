/** Names of the channels between windows and main. Nothing else: preloads bundle this file alone. */

/** Channels of the main window. It has no channel that answers a waiting call. */
export const MAIN_CHANNELS = [
  'state:get',
  'waiting:look',
  'mode:set',
  'host:pause',
  'host:resume',
  'host:stop',
  'host:lift-stop',
  'call:stop',
  'job:stop',
  'running:output',
  'job:keep',
  'run:pause',
  'run:resume',
  'refusal:forgive',
  'result:whole-next',
  'grant:end',
  'sandbox:set',
  'command-line:allow-answers',
  'windows:leave-out',
  'runtime:add',
  'runtime:set',
  'runtime:remove',
  'runtime:retry',
  'runtime:test',
  'runtime:token',
  'tool:set',
  'tool:review',
  'tool:ask',
  'run:review-of-call',
  'run:review-no-more',
  'folder:add',
  'folder:remove',
  'folder:trust',
  'rules:list',
  'rules:examples',
  'rules:try',
  'rules:put',
  'rules:remove',
  'rules:undo',
  'rules:replay',
  'rules:replay-more',
  'caller:accept',
  'caller:refuse',
  'invite:make',
  'invite:withdraw',
  'direct:listen',
  'playground:call',
  'approvals:open',
  'desktop:set',
  'history:look',
  'history:story',
  'history:check',
  'history:export',
] as const;

/** Channels of the approval window: see the state, see a card, answer it, end what runs. */
export const APPROVAL_CHANNELS = [
  'state:get',
  'waiting:look',
  'approval:card',
  'approval:rules',
  'approval:shown',
  'approval:arm',
  'approval:answer',
  'approval:answer-several',
  'approval:edit',
  'approval:rest',
  'call:stop',
  'job:stop',
  'run:pause',
  'grant:end',
  'run:review-of-call',
] as const;

/** Sent by main to both windows whenever the snapshot changed. */
export const STATE_CHANGED = 'state:changed';

export type MainChannel = (typeof MAIN_CHANNELS)[number];
export type ApprovalChannel = (typeof APPROVAL_CHANNELS)[number];
export type Channel = MainChannel | ApprovalChannel;
