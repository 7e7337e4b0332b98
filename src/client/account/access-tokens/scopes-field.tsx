import { SCOPES, type Scope } from '../../../shared/scopes.ts';
import { CheckIcon } from '../../ui/notice-icons.tsx';
import { useTexts } from '../../language/texts.ts';
import classes from './scopes-field.module.css';

interface ScopesFieldProps {
  readonly id: string;
  readonly chosen: readonly Scope[];
  readonly issue: string | undefined;
  readonly onChoose: (scopes: readonly Scope[]) => void;
}

const PRESETS = {
  readOnly: SCOPES.filter((scope) => scope.endsWith(':read')),
  everything: SCOPES,
} as const satisfies Readonly<Record<string, readonly Scope[]>>;

/** The scopes of the token: two presets, then each scope by its group, in plain words and with its name. */
export function ScopesField({ id, chosen, issue, onChoose }: ScopesFieldProps) {
  const texts = useTexts().accessTokens;
  const hintId = `${id}-hint`;
  const issueId = `${id}-issue`;
  const toggle = (scope: Scope, isChosen: boolean) =>
    onChoose(SCOPES.filter((one) => (one === scope ? isChosen : chosen.includes(one))));
  return (
    <fieldset
      className={classes['fieldset']}
      aria-describedby={issue === undefined ? hintId : `${hintId} ${issueId}`}
    >
      <legend className={classes['legend']}>{texts.scopes}</legend>
      <p id={hintId} className={classes['hint']}>
        {texts.scopesHint}
      </p>
      <div className={classes['presets']}>
        {(['readOnly', 'everything'] as const).map((preset) => (
          <button
            key={preset}
            type="button"
            className={classes['preset']}
            aria-pressed={isSame(chosen, PRESETS[preset])}
            onClick={() => onChoose(PRESETS[preset])}
          >
            <span className={classes['presetName']}>
              {texts.presets[preset].name}
              <span className={classes['check']}>
                <CheckIcon />
              </span>
            </span>
            <span className={classes['hint']}>{texts.presets[preset].meaning}</span>
          </button>
        ))}
      </div>
      <p className={classes['byHand']}>{texts.chooseByHand}</p>
      <div className={classes['groups']}>
        {texts.groups.map(({ title, scopes }) => (
          <div key={title} role="group" aria-label={title} className={classes['group']}>
            <p className={classes['groupTitle']} aria-hidden="true">
              {title}
            </p>
            <div>
              {scopes.map(([scope, words]) => (
                <label key={scope} className={classes['scope']}>
                  <input
                    type="checkbox"
                    {...(scope === SCOPES[0] && { 'data-field': 'scopes' })}
                    {...(issue !== undefined && { 'aria-invalid': true })}
                    checked={chosen.includes(scope)}
                    onChange={(event) => toggle(scope, event.currentTarget.checked)}
                  />
                  <span className={classes['words']}>
                    {words}
                    <code className={classes['scopeName']}>{scope}</code>
                  </span>
                </label>
              ))}
            </div>
          </div>
        ))}
      </div>
      {issue !== undefined && (
        <p id={issueId} className={classes['issue']}>
          {issue}
        </p>
      )}
    </fieldset>
  );
}

/** Both are in the order of `SCOPES`. */
function isSame(one: readonly Scope[], other: readonly Scope[]): boolean {
  return one.join() === other.join();
}
