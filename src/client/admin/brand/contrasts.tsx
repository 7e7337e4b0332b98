import type { CheckedBrand } from '../../../shared/schemas/brand.ts';
import { useTexts } from '../../language/texts.ts';
import { CheckIcon, ProblemIcon } from '../../ui/notice-icons.tsx';
import classes from './brand.module.css';
import { SCHEMES } from './draft.ts';

/** The verdict on all pairs of colours, and each of them. */
export function Contrasts({ checked: { contrasts, tokens } }: { readonly checked: CheckedBrand }) {
  const { brandStudio: texts } = useTexts();
  const wrong = contrasts.filter(({ isEnough }) => !isEnough).length;
  const rows = contrasts.filter(({ scheme }) => scheme === 'light');
  return (
    <div>
      <p role="status" data-wrong={wrong > 0} className={classes['verdict']}>
        {wrong > 0 ? <ProblemIcon size={18} /> : <CheckIcon size={18} />}
        {wrong > 0 ? texts.contrastWrong(wrong) : texts.contrastRight(contrasts.length)}
      </p>
      <details className={classes['contrasts']}>
        <summary>{texts.allPairs}</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">{texts.pair}</th>
              {SCHEMES.map((scheme) => (
                <th key={scheme} scope="col">
                  {texts[scheme]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ front, back }) => (
              <tr key={`${front} ${back}`}>
                <th scope="row">
                  <code>{front}</code> / <code>{back}</code>
                </th>
                {SCHEMES.map((scheme) => {
                  const found = contrasts.find(
                    (each) => each.scheme === scheme && each.front === front && each.back === back,
                  );
                  return (
                    <td key={scheme} data-wrong={found?.isEnough === false}>
                      <span
                        aria-hidden="true"
                        className={classes['swatch']}
                        style={{ color: tokens[scheme][front], background: tokens[scheme][back] }}
                      >
                        Aa
                      </span>
                      <bdi>{found?.contrast}:1</bdi>
                      {found?.isEnough === false && <span> {texts.tooLow(found.least)}</span>}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </div>
  );
}
