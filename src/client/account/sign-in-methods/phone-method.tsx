import type { VerifiedPhone } from '../../../shared/schemas/phone.ts';
import { DeviceIcon } from '../../ui/device-icons.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { Badge } from '../badge.tsx';
import { ItemDetails, ItemLabel, ListItem } from '../list.tsx';
import { useTexts } from '../../language/texts.ts';

/** On sites where a phone number signs in. The profile page adds and changes the number. */
export function PhoneMethod({ phone }: { readonly phone: VerifiedPhone | null }) {
  const { signInMethods: texts, phone: phoneTexts, common } = useTexts();
  return (
    <ListItem
      icon={<DeviceIcon kind="phone" />}
      name={
        <>
          {phoneTexts.title}
          {phone && <Badge tone="good">{common.verified}</Badge>}
        </>
      }
      actions={
        <ButtonLink
          to="/account"
          hash="phone"
          variant="default"
          {...(phone && { 'aria-label': phoneTexts.change })}
        >
          {phone ? common.change : phoneTexts.add}
        </ButtonLink>
      }
    >
      {phone && <ItemLabel>{phone.international}</ItemLabel>}
      <ItemDetails>{texts.phoneCodeHint}</ItemDetails>
    </ListItem>
  );
}
