import type { Profile } from '../../../shared/schemas/profile.ts';
import { ButtonLink } from '../../ui/links.tsx';
import { MailIcon } from '../../ui/mail-icon.tsx';
import { Badge } from '../badge.tsx';
import { ItemDetails, ItemLabel, ListItem } from '../list.tsx';
import { useTexts } from '../../language/texts.ts';

/** The address is added and confirmed on the profile page. */
export function EmailMethod({ profile: { email, emailVerified } }: { readonly profile: Profile }) {
  const { signInMethods: texts, email: emailTexts, common } = useTexts();
  const isUsable = email !== null && emailVerified;
  return (
    <ListItem
      icon={<MailIcon />}
      name={
        <>
          {texts.emailLink}
          {email !== null && (
            <Badge tone={emailVerified ? 'good' : 'plain'}>
              {emailVerified ? common.verified : common.unverified}
            </Badge>
          )}
        </>
      }
      {...(!isUsable && {
        actions: (
          <ButtonLink to="/account" hash="email" variant="default">
            {email === null ? emailTexts.add : emailTexts.confirmThis}
          </ButtonLink>
        ),
      })}
    >
      {email !== null && <ItemLabel>{email}</ItemLabel>}
      <ItemDetails>{texts.emailLinkHint}</ItemDetails>
    </ListItem>
  );
}
