import { SCOPES, type Scope } from '../../../shared/scopes.ts';
import { useTexts } from '../../language/texts.ts';
import classes from './access-tokens.module.css';

interface ScopesFieldProps {
  readonly id: string;
  readonly chosen: readonly Scope[];
  readonly issue: string | undefined;
  readonly onChoose: (scopes: readonly Scope[]) => void;
}

/** The scopes of the token, grouped by noun, in plain words and with their names. */
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
      <p id={hintId} className={classes['details']}>
        {texts.scopesHint}
      </p>
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
                  <span>
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
