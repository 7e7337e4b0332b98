import { Badge } from '../ui/badge.tsx';
import { NotSet } from '../account/profile/not-set.tsx';
import { UserPicture } from '../ui/user-picture.tsx';
import { Row, RowAction } from '../account/rows/row.tsx';
import classes from '../account/rows/rows.module.css';
import { accountSections } from '../account/sections.ts';
import { ShellFrame } from '../account/shell-frame.tsx';
import { useLocale, useTexts } from '../language/texts.ts';
import { PageHeading } from '../ui/page-heading.tsx';
import { LANGUAGE_NAMES } from '../../shared/locale.ts';
import { PlainSections } from './loading-page.tsx';

/** The person of the sample mails, too. */
const NAME = 'Ada Lovelace';
const EMAIL = 'ada@example.com';

/** The profile of a made-up person, for the brand studio. Only the server renders it. */
export function AccountSample() {
  const { account, common, email, language, ownLanguage, phone, picture, profile: texts } = useTexts();
  const locale = useLocale();
  const change = (label: string) => <RowAction label={label}>{common.change}</RowAction>;
  return (
    <ShellFrame
      navigation={
        <PlainSections label={account.navigation} sections={accountSections(useTexts())} path="/account" />
      }
      menu={<UserPicture id={NAME} name={NAME} image={null} size="small" />}
    >
      <PageHeading title={texts.title} />
      <div className={classes['card']}>
        <Row label={picture.title} actions={<RowAction label={picture.add}>{texts.add}</RowAction>}>
          <UserPicture id={NAME} name={NAME} image={null} size="large" />
        </Row>
        <Row label={texts.name} actions={change(texts.changeName)}>
          {NAME}
        </Row>
        <Row label={email.title} actions={change(email.changeLabel)}>
          <bdi>{EMAIL}</bdi>
          <Badge tone="good">{common.verified}</Badge>
        </Row>
        <Row label={phone.title} actions={<RowAction label={phone.add}>{texts.add}</RowAction>}>
          <NotSet />
        </Row>
        <Row label={language.label} actions={change(ownLanguage.change)}>
          {LANGUAGE_NAMES[locale]}
        </Row>
      </div>
    </ShellFrame>
  );
}
