import { Fragment, useId } from 'react';
import { plainFields, type Shape } from '../../../shared/plain-fields.ts';
import { InterpolatedText } from '../../ui/interpolated-text.tsx';
import { useTexts } from '../../language/texts.ts';
import type { ShownProcedure } from './api-document.ts';
import classes from './developers.module.css';

export function Procedure({ procedure }: { readonly procedure: ShownProcedure }) {
  const { name, kind, doc, input, answer, errors, curl } = procedure;
  const texts = useTexts().developers;
  const titleId = useId();
  return (
    <article id={name} aria-labelledby={titleId} className={classes['procedure']}>
      <div className={classes['top']}>
        <h2 id={titleId} className={classes['name']}>
          {name}
        </h2>
        <span className={classes['kind']}>{kind === 'query' ? texts.query : texts.mutation}</span>
      </div>
      <p lang="en" dir="ltr">
        <TextWithCode text={doc} />
      </p>
      <p className={classes['who']}>
        <AccessText procedure={procedure} />
      </p>
      <details className={classes['details']}>
        <summary>{texts.details}</summary>
        <div className={classes['parts']}>
          <Fields title={texts.input} shape={input} />
          <Fields title={texts.answer} shape={answer} />
          <div>
            <h3 className={classes['partTitle']}>{texts.errors}</h3>
            <ul className={classes['errors']}>
              {errors.map((code) => (
                <li key={code}>
                  <code>{code}</code>
                </li>
              ))}
            </ul>
          </div>
          <div>
            <h3 className={classes['partTitle']}>{texts.tryIt}</h3>
            <pre dir="ltr" className={classes['curl']}>
              <code>{curl}</code>
            </pre>
          </div>
        </div>
      </details>
    </article>
  );
}

/** On a narrow screen it wraps after a dot. */
function Path({ path }: { readonly path: string }) {
  const [first, ...others] = path.split(/(?<=\.)/);
  return (
    <code>
      {first}
      {others.map((part, index) => (
        <Fragment key={others.slice(0, index + 1).join('')}>
          <wbr />
          {part}
        </Fragment>
      ))}
    </code>
  );
}

function AccessText({ procedure }: { readonly procedure: ShownProcedure }) {
  const { scope, isFresh, needsSecondFactor, isForAnyone } = procedure;
  const texts = useTexts().developers;
  const fresh = needsSecondFactor ? texts.strong : texts.fresh;
  const allowed = isFresh ? fresh : isForAnyone ? texts.anyone : texts.signedIn;
  if (scope === 'session') return texts.noToken(allowed);
  if (scope === 'public') return texts.byAnyToken(allowed);
  return (
    <InterpolatedText text={texts.byToken(allowed)}>
      <code>{scope}</code>
    </InterpolatedText>
  );
}

function Fields({ title, shape }: { readonly title: string; readonly shape: Shape | null }) {
  const texts = useTexts().developers;
  const titleId = useId();
  const fields = shape ? plainFields(shape) : [];
  return (
    <div>
      <h3 id={titleId} className={classes['partTitle']}>
        {title}
      </h3>
      {fields.length === 0 && <p className={classes['nothing']}>{texts.noInput}</p>}
      {fields.length > 0 && (
        <table aria-labelledby={titleId} className={classes['fields']}>
          <thead>
            <tr>
              <th scope="col">{texts.field}</th>
              <th scope="col">{texts.type}</th>
            </tr>
          </thead>
          <tbody>
            {fields.map(({ path, type, isOptional, doc, when }) => (
              <tr key={`${path} ${when ?? ''}`}>
                <th scope="row">{path === '' ? texts.whole : <Path path={path} />}</th>
                <td>
                  <code>{type}</code>
                  {doc !== '' && (
                    <p lang="en" dir="ltr">
                      <TextWithCode text={doc} />
                    </p>
                  )}
                  {isOptional && <span> {texts.optional}</span>}
                  {when !== null && (
                    <span>
                      {' '}
                      {texts.when} <code>{when}</code>
                    </span>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}

/** What stands between backticks is shown as code. */
function TextWithCode({ text }: { readonly text: string }) {
  return [...text.matchAll(/`([^`]*)`|[^`]+/g)].map(({ 0: part, 1: code, index }) =>
    code === undefined ? part : <code key={index}>{code}</code>,
  );
}
