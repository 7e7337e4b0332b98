import { EVENT_TYPES, type EventType } from '../../../shared/event-types.ts';
import scopeClasses from '../../account/access-tokens/scopes-field.module.css';
import { useTexts } from '../../language/texts.ts';
import classes from '../admin.module.css';
import ownClasses from './types-field.module.css';

/** The types stay while "all" is chosen, so that nobody chooses them twice. */
export interface ChosenTypes {
  readonly isAll: boolean;
  readonly types: readonly EventType[];
}

interface TypesFieldProps {
  readonly id: string;
  readonly chosen: ChosenTypes;
  readonly issue: string | undefined;
  readonly onChange: (chosen: ChosenTypes) => void;
}

export function TypesField({ id, chosen: { isAll, types }, issue, onChange }: TypesFieldProps) {
  const { webhooks: texts } = useTexts();
  return (
    <fieldset
      className={classes['fieldset']}
      {...(issue !== undefined && { 'aria-describedby': `${id}-issue` })}
    >
      <legend className={classes['legend']}>{texts.which}</legend>
      <label className={classes['check']}>
        <input type="radio" name={id} checked={isAll} onChange={() => onChange({ isAll: true, types })} />
        <span>{texts.allTypes}</span>
      </label>
      <label className={classes['check']}>
        <input type="radio" name={id} checked={!isAll} onChange={() => onChange({ isAll: false, types })} />
        <span>{texts.someTypes}</span>
      </label>
      {!isAll && (
        <fieldset className={ownClasses['types']} aria-label={texts.typesLegend}>
          {EVENT_TYPES.map((type, index) => (
            <label key={type} className={classes['check']}>
              <input
                type="checkbox"
                {...(index === 0 && { 'data-field': 'types' })}
                {...(issue !== undefined && { 'aria-invalid': true })}
                checked={types.includes(type)}
                onChange={({ currentTarget: { checked } }) =>
                  onChange({
                    isAll: false,
                    types: EVENT_TYPES.filter((each) => (each === type ? checked : types.includes(each))),
                  })
                }
              />
              <span className={scopeClasses['words']}>
                {texts.types[type]}
                <code className={scopeClasses['scopeName']}>{type}</code>
              </span>
            </label>
          ))}
        </fieldset>
      )}
      {issue !== undefined && (
        <p id={`${id}-issue`} className={classes['issue']}>
          {issue}
        </p>
      )}
    </fieldset>
  );
}
