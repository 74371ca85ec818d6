/** What few need to say of a runtime, when it is added and when it is changed: fields that stand in both forms. */
import { strings } from '../strings.ts';
import { Choice } from './choice.tsx';
import { Field } from './field.tsx';
import type { FieldProblems, RuntimeFields } from './runtime-form.ts';

export interface ChoiceProps {
  readonly fields: RuntimeFields;
  readonly problems: FieldProblems;
  readonly set: (field: keyof RuntimeFields) => (value: string) => void;
}

export function LimitField({ fields, problems, set }: ChoiceProps) {
  return (
    <Field
      label={strings.runtimes.limit}
      value={fields.limit}
      onChange={set('limit')}
      problem={problems.limit}
      hint={strings.runtimes.limitHint}
      inputMode="numeric"
    />
  );
}

export function RuntimeChoices({ fields, problems, set }: ChoiceProps) {
  const { runtimes } = strings;
  return (
    <>
      <Field
        label={runtimes.machine}
        value={fields.machine}
        onChange={set('machine')}
        problem={problems.machine}
        placeholder={runtimes.machinePlaceholder}
        hint={runtimes.machineHint}
      />
      <Choice
        label={runtimes.bearer}
        value={fields.bearerBy}
        choices={runtimes.bearerChoices}
        onChange={set('bearerBy')}
        hint={runtimes.bearerHint}
      />
      <Choice
        label={runtimes.mode}
        value={fields.mode}
        choices={runtimes.modeChoices}
        onChange={set('mode')}
      />
      <Field
        label={runtimes.caFile}
        value={fields.caFile}
        onChange={set('caFile')}
        problem={problems.caFile}
        placeholder={runtimes.caFilePlaceholder}
        hint={runtimes.caFileHint}
      />
    </>
  );
}
