import { useEffect, useRef, useState } from 'react';
import type { Locale } from '../../../shared/locale.ts';
import type { BrandDraft } from '../../../shared/schemas/brand.ts';
import { at } from '../../base-path.ts';
import { useTexts } from '../../language/texts.ts';
import { Button } from '../../ui/button.tsx';
import classes from './brand.module.css';
import { SCHEMES } from './draft.ts';

const VIEWS = ['sign-in', 'account', 'mail'] as const;

interface PreviewsProps {
  readonly draft: BrandDraft;
  readonly version: number;
  readonly locale: Locale;
}

/** A page or a mail in both schemes. A small screen shows one of them. */
export function Previews({ draft, version, locale }: PreviewsProps) {
  const { brandStudio: texts } = useTexts();
  const [view, setView] = useState<(typeof VIEWS)[number]>('sign-in');
  const [shownScheme, setShownScheme] = useState<(typeof SCHEMES)[number]>('light');
  return (
    <>
      <div className={classes['choices']}>
        <div role="group" aria-label={texts.preview} className={classes['choice']}>
          {VIEWS.map((each) => (
            <Choice key={each} isChosen={each === view} onChoose={() => setView(each)}>
              {texts.views[each]}
            </Choice>
          ))}
        </div>
        <div role="group" aria-label={texts.scheme} className={classes['choice']} data-scheme-choice>
          {SCHEMES.map((each) => (
            <Choice key={each} isChosen={each === shownScheme} onChoose={() => setShownScheme(each)}>
              {texts[each]}
            </Choice>
          ))}
        </div>
      </div>
      <div className={classes['frames']}>
        {SCHEMES.map((scheme) => (
          <PreviewFrame
            key={scheme}
            title={texts.frame(texts.views[view], texts[scheme])}
            name={`${view} ${scheme} ${locale} ${version}`}
            fields={{ view, scheme, locale }}
            draft={draft}
            isShownAlone={scheme === shownScheme}
          />
        ))}
      </div>
    </>
  );
}

interface ChoiceProps {
  readonly isChosen: boolean;
  readonly onChoose: () => void;
  readonly children: string;
}

function Choice({ isChosen, onChoose, children }: ChoiceProps) {
  return (
    <Button variant={isChosen ? 'default' : 'subtle'} aria-pressed={isChosen} onClick={onChoose}>
      {children}
    </Button>
  );
}

interface PreviewFrameProps {
  readonly title: string;
  /** Another name for each content. */
  readonly name: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly draft: BrandDraft;
  readonly isShownAlone: boolean;
}

/**
 * Each content has a frame of its own: a second form into one frame would add to the history of the tab. The
 * former frame stays until the next one is loaded.
 */
function PreviewFrame({ title, name, fields, draft, isShownAlone }: PreviewFrameProps) {
  const [loaded, setLoaded] = useState<string | null>(null);
  const sent = useRef<string | null>(null);
  useEffect(() => {
    // The name changes together with the fields and the draft.
    if (sent.current === name) return;
    sent.current = name;
    postInto(name, { ...fields, draft: JSON.stringify(draft) });
  }, [name, fields, draft]);
  return (
    <figure className={classes['frame']} {...(isShownAlone && { 'data-alone': true })}>
      <figcaption>{title}</figcaption>
      <div className={classes['stack']}>
        {[...new Set([loaded ?? name, name])].map((each) => (
          <iframe
            key={each}
            name={each}
            title={title}
            sandbox=""
            {...(each !== (loaded ?? name) && { 'data-waiting': true, 'aria-hidden': true, tabIndex: -1 })}
            onLoad={() => {
              // A new frame loads an empty document first.
              if (sent.current === each) setLoaded(each);
            }}
          />
        ))}
      </div>
    </figure>
  );
}

function postInto(target: string, fields: Readonly<Record<string, string>>): void {
  const form = document.createElement('form');
  form.method = 'post';
  form.action = at('/admin/brand/preview');
  form.target = target;
  form.hidden = true;
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement('input');
    input.name = name;
    input.value = value;
    form.append(input);
  }
  document.body.append(form);
  form.submit();
  form.remove();
}
