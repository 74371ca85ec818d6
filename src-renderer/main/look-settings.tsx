/** How the windows look and in which language, and whether single characters are keys in them. */
import {
  type DesktopChange,
  type DesktopSettings,
  type Theme,
  themeSchema,
} from '../../src-shared/desktop-settings.ts';
import { type LanguageSetting, languageSettingSchema } from '../../src-shared/language.ts';
import type { MainBridge } from '../bridge.ts';
import { ActionError } from '../parts/action-error.tsx';
import { useAction } from '../parts/use-action.ts';
import { strings } from '../strings.ts';
import { Choice } from './choice.tsx';

interface LookSettingsProps {
  readonly bridge: MainBridge;
  readonly desktop: DesktopSettings;
}

export function LookSettings({ bridge, desktop }: LookSettingsProps) {
  const set = useAction((change: DesktopChange) => bridge.call('desktop:set', change));
  return (
    <section className="form" aria-labelledby="look-title">
      <h3 id="look-title">{strings.settings.lookTitle}</h3>
      <Choice
        label={strings.settings.theme}
        value={desktop.theme}
        choices={strings.settings.themes}
        hint={strings.settings.themeHint}
        onChange={(value) => void set.run({ theme: themeOf(value) })}
      />
      <Choice
        label={strings.settings.language}
        value={desktop.language}
        choices={strings.settings.languages}
        hint={strings.settings.languageHint}
        onChange={(value) => void set.run({ language: languageSettingOf(value) })}
      />
      <label className="switch">
        <input
          type="checkbox"
          checked={desktop.characterKeys}
          disabled={set.busy}
          aria-describedby="character-keys-hint"
          onChange={({ currentTarget }) => void set.run({ characterKeys: currentTarget.checked })}
        />
        {strings.settings.characterKeys}
      </label>
      <p id="character-keys-hint" className="soft">
        {strings.settings.characterKeysHint}
      </p>
      <ActionError error={set.error} />
    </section>
  );
}

function themeOf(value: string): Theme {
  return themeSchema.options.find((theme) => theme === value) ?? 'system';
}

function languageSettingOf(value: string): LanguageSetting {
  return languageSettingSchema.options.find((language) => language === value) ?? 'system';
}
