import type { PageTexts } from '../../../locales/texts.ts';
import type { EmailStatus } from '../../../shared/schemas/email.ts';
import type { SecondFactorStatus } from '../../../shared/schemas/second-factor.ts';
import { at } from '../../base-path.ts';
import { hasPasskeys } from '../../features/passkeys/webauthn.ts';
import { useIntlLocale } from '../../language/intl-locale.ts';
import { useTexts } from '../../language/texts.ts';
import { trpc } from '../../trpc.ts';
import { ButtonLink } from '../../ui/links.tsx';
import { CheckIcon, InfoIcon } from '../../ui/notice-icons.tsx';
import { QueryErrorNotice } from '../../ui/query-error-notice.tsx';
import { Row, RowSkeleton } from '../rows/row.tsx';
import profileClasses from './profile.module.css';
import classes from './security-row.module.css';

/** What protects the account, and the next step. */
export function SecurityRow() {
  const label = useTexts().profile.security;
  const email = trpc.email.get.useQuery();
  const phone = trpc.phone.get.useQuery();
  const password = trpc.password.get.useQuery();
  const passkeys = trpc.passkeys.list.useQuery();
  const accounts = trpc.accounts.list.useQuery();
  const secondFactor = trpc.secondFactor.get.useQuery();
  const queries = [email, phone, password, passkeys, accounts, secondFactor];
  const failed = queries.find((query) => !query.data && query.failureReason);
  if (failed) return <Row label={label} problem={<QueryErrorNotice query={failed} />} />;
  return email.data && phone.data && password.data && passkeys.data && accounts.data && secondFactor.data ? (
    <Protection
      email={email.data}
      hasPhone={phone.data.signsIn && phone.data.phone !== null}
      hasPassword={password.data.changedAt !== null}
      passkeys={passkeys.data.passkeys.length}
      accounts={accounts.data.length}
      secondFactor={secondFactor.data}
    />
  ) : (
    <RowSkeleton label={label} />
  );
}

interface ProtectionProps {
  readonly email: EmailStatus;
  /** A number that signs in. */
  readonly hasPhone: boolean;
  readonly hasPassword: boolean;
  readonly passkeys: number;
  readonly accounts: number;
  readonly secondFactor: SecondFactorStatus;
}

function Protection(props: ProtectionProps) {
  const { email, hasPhone, hasPassword, passkeys, accounts, secondFactor } = props;
  const { security: texts, profile } = useTexts();
  const locale = useIntlLocale();
  const methods = [
    ...(hasPassword ? [texts.password] : []),
    ...(passkeys > 0 ? [texts.passkeys(passkeys)] : []),
    ...(accounts > 0 ? [texts.accounts(accounts)] : []),
    ...(hasPhone ? [texts.phone] : []),
  ];
  if (methods.length === 0) methods.push(email.verified ? texts.mail : texts.none);
  const list = new Intl.ListFormat(locale).format(methods);
  const { isOn } = secondFactor;
  const facts: [words: string, isGood: boolean][] = [
    [list.charAt(0).toLocaleUpperCase(locale) + list.slice(1), hasTwoMethods(props)],
  ];
  if (isOn || secondFactor.policy !== 'off')
    facts.push([isOn ? texts.secondFactorOn : texts.secondFactorOff, isOn]);
  if (email.email === null) facts.push([texts.noAddress, false]);
  else facts.push([email.verified ? texts.verifiedAddress : texts.unverifiedAddress, email.verified]);
  const step = nextStep(props);
  const isWaiting = step === 'verifyAddress' && email.pending !== null;
  return (
    <Row label={profile.security} actions={step && !isWaiting && <StepLink step={step} />}>
      <ul className={classes['facts']}>
        {facts.map(([words, isGood]) => (
          <li key={words} data-good={isGood}>
            {isGood ? <CheckIcon /> : <InfoIcon />}
            {words}
          </li>
        ))}
      </ul>
      <p className={profileClasses['note']}>
        {isWaiting ? texts.enterCode : step ? texts.steps[step].why : texts.nothingLeft}
      </p>
    </Row>
  );
}

type Step = keyof PageTexts['security']['steps'];

/** The mail signs in, too. */
function hasTwoMethods({ hasPhone, hasPassword, passkeys, accounts }: ProtectionProps): boolean {
  return 1 + Number(hasPhone) + Number(hasPassword) + passkeys + accounts >= 2;
}

function nextStep(props: ProtectionProps): Step | null {
  const { email, passkeys, secondFactor } = props;
  if (email.email === null) return 'addAddress';
  if (!email.verified) return 'verifyAddress';
  if (passkeys === 0 && hasPasskeys()) return 'passkey';
  if (!hasTwoMethods(props)) return 'otherMethod';
  return secondFactor.isOn || secondFactor.policy === 'off' ? null : 'secondFactor';
}

function StepLink({ step }: { readonly step: Step }) {
  const { button } = useTexts().security.steps[step];
  if (step === 'passkey')
    return (
      <ButtonLink to="/add-passkey" search={{ callbackUrl: at('/account') }} variant="default">
        {button}
      </ButtonLink>
    );
  if (step === 'addAddress' || step === 'verifyAddress')
    return (
      // The row of the address does it. The time makes each press another one.
      <ButtonLink
        to="/account"
        hash="email"
        state={() => ({ opensForm: Date.now() })}
        resetScroll={false}
        variant="default"
      >
        {button}
      </ButtonLink>
    );
  return (
    <ButtonLink to="/account/sign-in-methods" variant="default">
      {button}
    </ButtonLink>
  );
}
