/** One rule in force: what it does to what, where it stands, when it last decided; and, of the person's own, a way to change it. */
import { useState } from 'react';
import type { RulesView, RuleView } from '../../src-shared/rule-view.ts';
import { visibleText } from '../../src-shared/visible-text.ts';
import type { MainBridge } from '../bridge.ts';
import { ActionError } from '../parts/action-error.tsx';
import { Shape, type ShapeKind } from '../parts/shape.tsx';
import { Visible } from '../parts/visible.tsx';
import { strings } from '../strings.ts';
import { limitWords, reachWords, spokeWords } from '../text/rule-words.ts';
import { isBeingWritten, RuleForm } from './rule-form.tsx';
import { RuleLook } from './rule-look.tsx';

const words = strings.permissions;

const SHAPES: Readonly<Record<RuleView['effect'], ShapeKind>> = {
  allow: 'check',
  refuse: 'cross',
  nothing: 'ring',
};

export interface RuleChange {
  readonly busy: boolean;
  readonly error: string | undefined;
  readonly remove: () => void;
  readonly onSaved: () => void;
}

interface RuleRowProps {
  readonly bridge: MainBridge;
  readonly rule: RuleView;
  readonly recorded: RulesView['recorded'];
  /** Unix milliseconds of main. */
  readonly now: number;
  readonly skew: number;
  /** Missing for a rule that is not the person's to change here. */
  readonly change?: RuleChange | undefined;
}

export function RuleRow({ bridge, rule, recorded, now, skew, change }: RuleRowProps) {
  const [open, setOpen] = useState<'edit' | 'look' | undefined>(isBeingWritten(rule) ? 'edit' : undefined);
  const name = visibleText(rule.key);
  const toggle = (what: 'edit' | 'look') => setOpen(open === what ? undefined : what);
  return (
    <li className="rule-row">
      <p className="rule-key">
        <span className={`rule-effect rule-${rule.effect}`}>
          <Shape kind={SHAPES[rule.effect]} />
          {words.effects[rule.effect]}
        </span>{' '}
        <code>
          <Visible text={rule.key} />
        </code>
      </p>
      <div className="row rule-acts">
        <button
          type="button"
          className="button button-quiet"
          aria-label={words.lookLabel(name)}
          aria-expanded={open === 'look'}
          onClick={() => toggle('look')}
        >
          {words.look}
        </button>
        {change && (
          <>
            <button
              type="button"
              className="button button-quiet"
              aria-label={words.editLabel(name)}
              aria-expanded={open === 'edit'}
              onClick={() => toggle('edit')}
            >
              {words.edit}
            </button>
            <button
              type="button"
              className="button button-quiet"
              aria-label={words.removeLabel(name)}
              disabled={change.busy}
              onClick={change.remove}
            >
              {words.remove}
            </button>
          </>
        )}
      </div>
      <RuleFacts rule={rule} spoke={spokeWords(rule, recorded, now)} />
      <ActionError error={change?.error} />
      {open === 'look' && <RuleLook bridge={bridge} rule={rule} skew={skew} />}
      {open === 'edit' && change && (
        <RuleForm
          bridge={bridge}
          skew={skew}
          rule={rule}
          onSaved={change.onSaved}
          onCancel={() => setOpen(undefined)}
        />
      )}
    </li>
  );
}

function RuleFacts({ rule, spoke }: { readonly rule: RuleView; readonly spoke: string }) {
  const { line, granted, reason, remark, reach } = rule;
  const facts = [
    reachWords(reach),
    ...limitWords(rule),
    ...(reason === undefined ? [] : [reason]),
    ...(granted ? [words.granted] : []),
    ...(line === undefined ? [] : [words.line(line)]),
    spoke,
  ];
  return (
    <>
      <p className="soft rule-facts">
        <Visible text={facts.join(' · ')} />
      </p>
      {remark !== undefined && (
        <p className="rule-remark">
          <Shape kind="warning" />
          <Visible text={words.remark(remark)} />
        </p>
      )}
    </>
  );
}
