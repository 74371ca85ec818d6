/** The first steps: connect, choose a folder, try a call. They stand on top of the queue until they are done or skipped. */
import { useEffect, useRef } from 'react';
import type { DesktopChange, FirstStep } from '../../src-shared/desktop-settings.ts';
import type { MainBridge } from '../bridge.ts';
import { ActionError } from '../parts/action-error.tsx';
import { useAction } from '../parts/use-action.ts';
import { strings } from '../strings.ts';
import { ConnectStep, FolderStep, TryStep } from './first-step-parts.tsx';
import type { PageProps } from './page-props.ts';

const STEPS = ['connect', 'folder', 'try'] as const satisfies readonly FirstStep[];

const parts = { connect: ConnectStep, folder: FolderStep, try: TryStep };

/** Where the person is is kept in the settings, so that a restart goes on there. */
export function FirstSteps({ bridge, snapshot }: PageProps) {
  const { firstSteps: step } = snapshot.state.desktop;
  const go = useAction((firstSteps: FirstStep) => bridge.call('desktop:set', { firstSteps }));
  if (step === 'done') return null;
  const nth = STEPS.indexOf(step);
  const before = STEPS[nth - 1];
  const Part = parts[step];
  const next = () => void go.run(STEPS[nth + 1] ?? 'done');
  return (
    <section className="first-steps" aria-label={strings.firstSteps.label}>
      <p className="soft">{strings.firstSteps.at(nth + 1, STEPS.length)}</p>
      <Title key={step} text={strings.firstSteps.titles[step]} takesKeyboard={go.done} />
      <p className="lead">{strings.firstSteps.texts[step]}</p>
      <Part bridge={bridge} state={snapshot.state} next={next} />
      <div className="row first-steps-ways">
        {before !== undefined && (
          <button type="button" className="button" disabled={go.busy} onClick={() => void go.run(before)}>
            {strings.firstSteps.back}
          </button>
        )}
        <button
          type="button"
          className="button button-quiet"
          disabled={go.busy}
          onClick={() => void go.run('done')}
        >
          {strings.firstSteps.leave}
        </button>
      </div>
      <ActionError error={go.error} />
    </section>
  );
}

interface TitleProps {
  readonly text: string;
  /** The button that led here is gone, and the keyboard with it. */
  readonly takesKeyboard: boolean;
}

function Title({ text, takesKeyboard }: TitleProps) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesKeyboard) title.current?.focus();
  }, [takesKeyboard]);
  return (
    <h3 ref={title} tabIndex={-1}>
      {text}
    </h3>
  );
}

/** For the settings: they can be seen again, and begin anew. */
export function FirstStepsAgain({ bridge }: { readonly bridge: MainBridge }) {
  const set = useAction((change: DesktopChange) => bridge.call('desktop:set', change));
  const again = async () => {
    if (await set.run({ firstSteps: 'connect' })) window.location.hash = 'queue';
  };
  return (
    <section className="form" aria-labelledby="first-steps-title">
      <h3 id="first-steps-title">{strings.firstSteps.label}</h3>
      <div className="row">
        <button type="button" className="button" disabled={set.busy} onClick={() => void again()}>
          {strings.firstSteps.again}
        </button>
      </div>
      <p className="soft">{strings.firstSteps.againText}</p>
      <ActionError error={set.error} />
    </section>
  );
}
