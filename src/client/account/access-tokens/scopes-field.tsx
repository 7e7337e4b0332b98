import { SCOPES } from '../../../shared/scopes.ts';
import { ScopeWords } from '../../features/scope-words.tsx';
import { useOwnScopes } from '../../features/scopes.ts';
import { CheckIcon } from '../../ui/notice-icons.tsx';
import { QueryErrorNotice } from '../../ui/query-error-notice.tsx';
import { useTexts } from '../../language/texts.ts';
import classes from './scopes-field.module.css';
import choices from '../../ui/choices.module.css';

interface ScopesFieldProps {
  readonly id: string;
  readonly chosen: readonly string[];
  readonly issue: string | undefined;
  readonly onChoose: (scopes: readonly string[]) => void;
}

/** The presets have Foyer's scopes only. The application's own are chosen by hand. */
export function ScopesField({ id, chosen, issue, onChoose }: ScopesFieldProps) {
  const texts = useTexts().accessTokens;
  const ownScopes = useOwnScopes();
  const ownNames = ownScopes.data?.map(({ name }) => name) ?? [];
  const all: readonly string[] = [...SCOPES, ...ownNames];
  const presets = { readOnly: SCOPES.filter((scope) => scope.endsWith(':read')), everything: SCOPES };
  const groups = [
    ...texts.groups.map(({ title, scopes }) => ({ title, scopes: scopes.map(([scope]) => scope as string) })),
    ...(ownNames.length === 0 ? [] : [{ title: texts.ownScopes, scopes: ownNames }]),
  ];
  const hintId = `${id}-hint`;
  const issueId = `${id}-issue`;
  const toggle = (scope: string, isChosen: boolean) =>
    onChoose(all.filter((one) => (one === scope ? isChosen : chosen.includes(one))));
  return (
    <fieldset
      className={choices['group']}
      aria-describedby={issue === undefined ? hintId : `${hintId} ${issueId}`}
    >
      <legend className={choices['legend']}>{texts.scopes}</legend>
      <p id={hintId} className={classes['hint']}>
        {texts.scopesHint}
      </p>
      <div className={classes['presets']}>
        {(['readOnly', 'everything'] as const).map((preset) => (
          <button
            key={preset}
            type="button"
            className={classes['preset']}
            aria-pressed={isSame(chosen, presets[preset])}
            onClick={() => onChoose(presets[preset])}
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
        {groups.map(({ title, scopes }) => (
          <div key={title} role="group" aria-label={title} className={classes['group']}>
            <p className={classes['groupTitle']} aria-hidden="true">
              {title}
            </p>
            <div>
              {scopes.map((scope) => (
                <label key={scope} className={choices['choice']}>
                  <input
                    type="checkbox"
                    {...(scope === SCOPES[0] && { 'data-field': 'scopes' })}
                    {...(issue !== undefined && { 'aria-invalid': true })}
                    checked={chosen.includes(scope)}
                    onChange={(event) => toggle(scope, event.currentTarget.checked)}
                  />
                  <span className={choices['words']}>
                    <ScopeWords scope={scope} />
                    <code className={choices['code']}>{scope}</code>
                  </span>
                </label>
              ))}
            </div>
          </div>
        ))}
      </div>
      <QueryErrorNotice query={ownScopes} />
      {issue !== undefined && (
        <p id={issueId} className={choices['issue']}>
          {issue}
        </p>
      )}
    </fieldset>
  );
}

/** Both are in the order of the form. */
function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.join() === other.join();
}
