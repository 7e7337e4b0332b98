import type { DeliveryAttempt } from '../../../../shared/schemas/webhooks.ts';
import { Badge } from '../../../ui/badge.tsx';
import { ItemDetails, ListItem } from '../../../ui/list.tsx';
import { useIntlLocale } from '../../../language/intl-locale.ts';
import { useTexts } from '../../../language/texts.ts';
import { useFormatMoment } from '../../../ui/format-day.ts';
import { isSuccess, useAnswerWords } from './answer-words.ts';
import { CodeBlock } from './code-block.tsx';
import classes from './delivery.module.css';

export function AttemptItem({ attempt }: { readonly attempt: DeliveryAttempt }) {
  const { deliveries: texts } = useTexts();
  const wordsOf = useAnswerWords();
  const formatMoment = useFormatMoment();
  const formatDuration = new Intl.NumberFormat(useIntlLocale(), { style: 'unit', unit: 'millisecond' });
  const { at, trigger, durationMs } = attempt;
  const hasSucceeded = isSuccess(attempt);
  return (
    <ListItem
      name={
        <>
          <bdi>{wordsOf(attempt)}</bdi>
          <Badge tone={hasSucceeded ? 'good' : 'warning'}>
            {hasSucceeded ? texts.succeeded : texts.failed}
          </Badge>
        </>
      }
      below={<Exchange attempt={attempt} />}
    >
      <ItemDetails>
        <time dateTime={at}>{formatMoment(at)}</time>
        {` · ${formatDuration.format(durationMs)} · ${texts.triggers[trigger]}`}
      </ItemDetails>
    </ListItem>
  );
}

interface ExchangeProps {
  readonly attempt: DeliveryAttempt;
  readonly isOpen?: boolean;
}

export function Exchange({ attempt, isOpen = false }: ExchangeProps) {
  const { deliveries: texts } = useTexts();
  const { status, requestHeaders, responseHeaders, responseBody } = attempt;
  return (
    <details className={classes['exchange']} open={isOpen}>
      <summary>{texts.exchange}</summary>
      <div className={classes['parts']}>
        <HeaderTable title={texts.requestHeaders} headers={requestHeaders} />
        <p className={classes['note']}>{texts.signatureHidden}</p>
        {status !== null && (
          <>
            <HeaderTable title={texts.responseHeaders} headers={responseHeaders} />
            <h3 className={classes['subtitle']}>{texts.responseBody}</h3>
            {responseBody === '' ? (
              <p className={classes['note']}>{texts.empty}</p>
            ) : (
              <CodeBlock label={texts.responseBody} text={responseBody} />
            )}
          </>
        )}
      </div>
    </details>
  );
}

interface HeaderTableProps {
  readonly title: string;
  readonly headers: Readonly<Record<string, string>>;
}

function HeaderTable({ title, headers }: HeaderTableProps) {
  const { deliveries: texts } = useTexts();
  const names = Object.keys(headers);
  if (names.length === 0) return null;
  return (
    <table className={classes['headers']}>
      <caption>{title}</caption>
      <thead>
        <tr>
          <th scope="col">{texts.header}</th>
          <th scope="col">{texts.value}</th>
        </tr>
      </thead>
      <tbody>
        {names.map((name) => (
          <tr key={name}>
            <th scope="row">
              <code>{name}</code>
            </th>
            <td>
              <code>{headers[name]}</code>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
