import { EVENT_TYPES, type EventType } from '../../../shared/event-types.ts';
import { useTexts } from '../../language/texts.ts';
import classes from './types-field.module.css';
import choices from '../../ui/choices.module.css';

/** The types stay while "all" is chosen, so that nobody chooses them twice. */
interface ChosenTypes {
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
      className={choices['group']}
      {...(issue !== undefined && { 'aria-describedby': `${id}-issue` })}
    >
      <legend className={choices['legend']}>{texts.which}</legend>
      <label className={choices['choice']}>
        <input type="radio" name={id} checked={isAll} onChange={() => onChange({ isAll: true, types })} />
        <span>{texts.allTypes}</span>
      </label>
      <label className={choices['choice']}>
        <input type="radio" name={id} checked={!isAll} onChange={() => onChange({ isAll: false, types })} />
        <span>{texts.someTypes}</span>
      </label>
      {!isAll && (
        <fieldset className={classes['types']} aria-label={texts.typesLegend}>
          {EVENT_TYPES.map((type, index) => (
            <label key={type} className={choices['choice']}>
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
              <span className={choices['words']}>
                {texts.types[type]}
                <code className={choices['code']}>{type}</code>
              </span>
            </label>
          ))}
        </fieldset>
      )}
      {issue !== undefined && (
        <p id={`${id}-issue`} className={choices['issue']}>
          {issue}
        </p>
      )}
    </fieldset>
  );
}
