/** What a rule in force does: examples that were held against the judgement, and what it changed among the recorded calls. */
import { useEffect, useState } from 'react';
import type { RuleExamples, RuleView } from '../../src-shared/rule-view.ts';
import { type MainBridge, problemText } from '../bridge.ts';
import { ActionError } from '../parts/action-error.tsx';
import { Visible } from '../parts/visible.tsx';
import { strings } from '../strings.ts';
import { ReplayPanel } from './replay-panel.tsx';

const words = strings.permissions;

interface RuleLookProps {
  readonly bridge: MainBridge;
  readonly rule: RuleView;
  readonly skew: number;
}

export function RuleLook({ bridge, rule, skew }: RuleLookProps) {
  const { id } = rule;
  const [examples, setExamples] = useState<RuleExamples>();
  const [error, setError] = useState<string>();
  useEffect(() => {
    let gone = false;
    bridge.call('rules:examples', id).then(
      (found) => !gone && setExamples(found ?? { allows: [], others: [] }),
      (cause: unknown) => !gone && setError(problemText(cause)),
    );
    return () => {
      gone = true;
    };
  }, [bridge, id]);
  return (
    <div className="rule-look">
      {examples && <Examples examples={examples} />}
      <ActionError error={error} />
      <ReplayPanel bridge={bridge} skew={skew} title={words.replay.startExisting} request={() => ({ id })} />
    </div>
  );
}

function Examples({ examples: { allows, others } }: { readonly examples: RuleExamples }) {
  if (allows.length === 0 && others.length === 0) return <p className="soft">{words.noExamples}</p>;
  return (
    <>
      <ExampleList title={words.allows} texts={allows} />
      <ExampleList
        title={words.others}
        texts={others.map(({ summary, why }) => words.because(summary, why))}
      />
    </>
  );
}

function ExampleList({ title, texts }: { readonly title: string; readonly texts: readonly string[] }) {
  if (texts.length === 0) return null;
  return (
    <div>
      <p>{title}</p>
      <ul className="rule-examples">
        {texts.map((text) => (
          <li key={text}>
            <Visible text={text} />
          </li>
        ))}
      </ul>
    </div>
  );
}
