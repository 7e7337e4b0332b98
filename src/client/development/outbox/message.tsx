import { at } from '../../base-path.ts';
import { useState } from 'react';
import { Anchor } from '../../ui/anchor.tsx';
import { Button } from '../../ui/button.tsx';
import type { OutboxMessage } from './outbox.tsx';
import classes from './outbox.module.css';
import { useTexts } from '../../language/texts.ts';

export function Message({ message }: { readonly message: OutboxMessage }) {
  const texts = useTexts().outbox;
  const titleOf = useTitleOf();
  const [view, setView] = useState<'html' | 'text'>(message.html ? 'html' : 'text');
  const link = /https?:\/\/\S+/.exec(message.text)?.[0];
  const code = /(?<![\w-])\d{3} ?\d{3}(?![\w-])/.exec(message.text)?.[0];
  return (
    <article className={classes['message']} aria-label={titleOf(message)}>
      <div className={classes['shortcuts']}>
        {link && (
          <Anchor href={link} className={classes['link']}>
            {texts.openLink}
          </Anchor>
        )}
        {code && <CopyCode code={code} />}
        {message.html && (
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => setView(view === 'html' ? 'text' : 'html')}
          >
            {view === 'html' ? texts.asText : texts.asHtml}
          </Button>
        )}
      </div>
      {view === 'html' && message.html ? (
        <iframe
          title={texts.messageAsHtml}
          // No scripts, forms or access to this page. A clicked link opens in the whole tab.
          // The server's headers say the same.
          sandbox="allow-top-navigation-by-user-activation"
          src={at(`/dev/outbox/messages/${message.id}`)}
          className={classes['html']}
        />
      ) : (
        <pre dir="auto" className={classes['text']}>
          {message.text}
        </pre>
      )}
      {message.messageId && <p className={classes['messageId']}>{texts.messageId(message.messageId)}</p>}
    </article>
  );
}

/** Text messages have no subject, so their kind is the title. */
export function useTitleOf(): (message: OutboxMessage) => string {
  const { mail, textMessage } = useTexts().outbox;
  return ({ subject, kind }) => subject || (kind === 'sms' ? textMessage : mail);
}

function CopyCode({ code }: { readonly code: string }) {
  const texts = useTexts().outbox;
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(code);
    setCopied(true);
  };
  return (
    <span className={classes['codeBox']}>
      <code className={classes['code']}>{code}</code>
      <Button size="compact-sm" variant="default" onClick={() => void copy()}>
        {isCopied ? texts.copied : texts.copyCode}
      </Button>
    </span>
  );
}
