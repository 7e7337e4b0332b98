import { useTexts } from '../language/texts.ts';
import { Anchor } from '../ui/anchor.tsx';
import { useBrand } from '../ui/brand.ts';
import { InterpolatedText } from '../ui/interpolated-text.tsx';

/** Nothing where the operator names no terms. The links leave the typed form as it is. */
export function Terms({ className }: { readonly className?: string | undefined }) {
  const { terms, privacy } = useBrand().links;
  const { common, signUp: texts } = useTexts();
  if (terms === undefined && privacy === undefined) return null;
  const text =
    privacy === undefined
      ? texts.agreeToTerms
      : terms === undefined
        ? texts.agreeToPrivacy
        : texts.agreeToBoth;
  return (
    <p className={className}>
      <InterpolatedText text={text}>
        {terms !== undefined && (
          <Anchor href={terms} target="_blank">
            {common.terms}
          </Anchor>
        )}
        {privacy !== undefined && (
          <Anchor href={privacy} target="_blank">
            {texts.privacy}
          </Anchor>
        )}
      </InterpolatedText>
    </p>
  );
}
