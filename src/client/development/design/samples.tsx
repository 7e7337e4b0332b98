import { useState, type ReactNode } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { UserPicture } from '../../ui/user-picture.tsx';
import { errorOfCode } from '../../errors.ts';
import { Anchor } from '../../ui/anchor.tsx';
import { BrandLinks } from '../../ui/brand-links.tsx';
import { Button, ButtonAnchor } from '../../ui/button.tsx';
import { CopyField } from '../../ui/copy-field.tsx';
import { CodeEntry } from '../../ui/code-entry.tsx';
import { AppIcon, DeviceIcon } from '../../ui/device-icons.tsx';
import { Dialog, DialogButtons } from '../../ui/dialog.tsx';
import { EmptyList } from '../../ui/empty-list.tsx';
import { EmailField } from '../../ui/email-field.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { ErrorText } from '../../ui/error-text.tsx';
import {
  ActivityIcon,
  BackIcon,
  CloseIcon,
  CopyIcon,
  AdministrationIcon,
  DataIcon,
  DevicesIcon,
  KeyIcon,
  LeaveIcon,
  UserIcon,
  PlusIcon,
  TerminalIcon,
} from '../../ui/icons.tsx';
import { Illustration } from '../../ui/illustration.tsx';
import { InterpolatedText } from '../../ui/interpolated-text.tsx';
import { ButtonLink, TextLink } from '../../ui/links.tsx';
import { MailIcon } from '../../ui/mail-icon.tsx';
import { PasskeyIcon } from '../../ui/passkey-icon.tsx';
import { PhoneIcon } from '../../ui/phone-icon.tsx';
import { NextStepButton } from '../../ui/next-step.tsx';
import { CheckIcon, InfoIcon, ProblemIcon } from '../../ui/notice-icons.tsx';
import { Notice } from '../../ui/notice.tsx';
import { OutboxNotice } from '../../ui/outbox-notice.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { PageLoader } from '../../ui/page-loader.tsx';
import { NewPasswordField } from '../../ui/password/new-password-field.tsx';
import { PasswordField } from '../../ui/password/password-field.tsx';
import { StrengthMeter } from '../../ui/password/strength-meter.tsx';
import { ProviderMark } from '../../ui/provider-mark.tsx';
import { QueryErrorNotice } from '../../ui/query-error-notice.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { ResendMessage } from '../../ui/resend-message.tsx';
import { SiteMark } from '../../ui/site-mark.tsx';
import { Switch } from '../../ui/switch.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { FieldArrow, SelectField, TextField } from '../../ui/text-field.tsx';
import classes from './design.module.css';

interface Sample {
  readonly name: string;
  /** By the name of the state. */
  readonly states: Readonly<Record<string, ReactNode>>;
}

const nothing = () => {};
const FAILED = errorOfCode('UNAVAILABLE');
const REFUSED = { ...errorOfCode('CODE_INVALID'), requestId: 'b0000000-0000-4000-8000-000000000000' };
const SENT = { isPending: false, isSuccess: false, submittedAt: 0, failure: null };
const CODE = { label: 'Code from the mail', action: 'Confirm', onCode: nothing };
const LANGUAGES = [
  { value: 'en', label: 'English' },
  { value: 'de', label: 'German' },
];
const MARKED = {
  name: 'Example',
  mark: { shapes: [{ path: 'M3 3h8v8H3zM13 13h8v8h-8z', color: null }] },
};
const LONG = 'somebody.with.a.very.long.name@a-department.of.a.long.example.com';
const SOME_TIME_AGO = new Date(Date.now() - 5 * 60_000).toISOString();

function DialogSample() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        Open the dialog
      </Button>
      <Dialog opened={isOpen} title="Remove the password?" onClose={() => setOpen(false)}>
        <p>You sign in with a mailed link then.</p>
        <DialogButtons>
          <Button variant="default" onClick={() => setOpen(false)}>
            Cancel
          </Button>
          <Button isDangerous onClick={() => setOpen(false)}>
            Remove
          </Button>
        </DialogButtons>
      </Dialog>
    </>
  );
}

/** A test compares this list with the folder `client/ui`. */
export const SAMPLES: readonly Sample[] = [
  {
    name: 'Switch',
    states: {
      on: <Switch label="Newsletter" isOn isBusy={false} onChange={() => {}} />,
      off: <Switch label="Newsletter" isOn={false} isBusy={false} onChange={() => {}} />,
    },
  },
  {
    name: 'Button',
    states: {
      filled: <Button>Save</Button>,
      default: <Button variant="default">Save</Button>,
      subtle: <Button variant="subtle">Save</Button>,
      dangerous: <Button isDangerous>Delete</Button>,
      'dangerous, default': (
        <Button isDangerous variant="default">
          Remove
        </Button>
      ),
      'dangerous, subtle': (
        <Button isDangerous variant="subtle">
          Remove
        </Button>
      ),
      busy: <Button loading>Save</Button>,
      disabled: <Button disabled>Save</Button>,
      'size md': <Button size="md">Sign in</Button>,
      'compact-sm': <Button size="compact-sm">Show</Button>,
      'full width, long label': (
        <Button variant="default" size="md" fullWidth>
          Continue as {LONG}
        </Button>
      ),
    },
  },
  {
    name: 'ButtonAnchor and ButtonLink',
    states: {
      anchor: <ButtonAnchor href="#">Go back</ButtonAnchor>,
      link: (
        <ButtonLink to="/" variant="default">
          Go back
        </ButtonLink>
      ),
    },
  },
  {
    name: 'Anchor and TextLink',
    states: {
      anchor: <Anchor href="#">Forgot your password?</Anchor>,
      small: (
        <Anchor href="#" size="sm">
          Use another address
        </Anchor>
      ),
      link: <TextLink to="/">Start page</TextLink>,
    },
  },
  {
    name: 'TextField',
    states: {
      empty: <TextField label="Name" />,
      filled: <TextField label="Name" defaultValue="Ada Lovelace" />,
      described: <TextField label="Name" description="Other people see it." />,
      wrong: <TextField label="Name" defaultValue="" error="Enter a name." />,
      disabled: <TextField label="Name" defaultValue="Ada Lovelace" disabled />,
      'size md': <TextField label="Name" size="md" />,
    },
  },
  {
    name: 'SelectField',
    states: {
      chosen: <SelectField label="Language" data={LANGUAGES} defaultValue="en" />,
      disabled: <SelectField label="Language" data={LANGUAGES} defaultValue="en" disabled />,
    },
  },
  {
    name: 'EmailField',
    states: {
      empty: <EmailField />,
      wrong: <EmailField defaultValue="ada" error="Enter an email address." />,
    },
  },
  {
    name: 'PasswordField and NewPasswordField',
    states: {
      empty: <PasswordField label="Password" name="password" autoComplete="current-password" />,
      wrong: (
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          error="Wrong password."
        />
      ),
      new: <NewPasswordField email="ada@example.com" name="Ada" />,
    },
  },
  {
    name: 'StrengthMeter',
    states: {
      weak: <StrengthMeter password="password" email={null} name={null} />,
      strong: <StrengthMeter password="correct horse battery staple 7" email={null} name={null} />,
    },
  },
  {
    name: 'CodeEntry',
    states: {
      empty: <CodeEntry {...CODE} isPending={false} failure={null} />,
      busy: <CodeEntry {...CODE} isPending failure={null} />,
      wrong: <CodeEntry {...CODE} isPending={false} failure={REFUSED} />,
    },
  },
  {
    name: 'Notice',
    states: {
      calm: <Notice tone="calm">This is a demo. It sends no messages.</Notice>,
      success: <Notice tone="success">Demo One is connected.</Notice>,
      problem: (
        <Notice tone="problem" title="That did not work">
          Try again in a minute.
        </Notice>
      ),
    },
  },
  {
    name: 'ErrorNotice, ErrorText and QueryErrorNotice',
    states: {
      notice: <ErrorNotice error={REFUSED} />,
      'with a button': (
        <ErrorNotice error={FAILED}>
          <Button variant="default">Try again</Button>
        </ErrorNotice>
      ),
      text: <ErrorText error={FAILED} />,
      query: (
        <QueryErrorNotice
          query={{ failureReason: null, error: new Error('sample'), isError: true, refetch: nothing }}
        />
      ),
      'next step': <NextStepButton next="retry" />,
    },
  },
  {
    name: 'ResendMessage',
    states: {
      ready: <ResendMessage request={SENT} wait={0} sent={null} onSend={nothing} />,
      waiting: <ResendMessage request={SENT} wait={30} sent={null} onSend={nothing} />,
      'sent again': <ResendMessage request={SENT} wait={30} sent="We sent another mail." onSend={nothing} />,
    },
  },
  { name: 'OutboxNotice', states: { shown: <OutboxNotice /> } },
  {
    name: 'CopyField',
    states: { ready: <CopyField label="Secret" text="JBSW Y3DP EHPK 3PXP" action="Copy the secret" /> },
  },
  { name: 'Dialog', states: { closed: <DialogSample /> } },
  {
    name: 'Badge',
    states: {
      good: <Badge tone="good">Verified</Badge>,
      warning: <Badge tone="warning">Not verified</Badge>,
      plain: <Badge tone="plain">This device</Badge>,
    },
  },
  { name: 'Skeleton and PageLoader', states: { skeleton: <Skeleton rows={2} />, loader: <PageLoader /> } },
  {
    name: 'ProviderMark',
    states: {
      'with a mark': <ProviderMark provider={MARKED} />,
      'with a mark, large': <ProviderMark provider={MARKED} size="large" />,
      'without a mark': <ProviderMark provider={{ name: 'Example' }} />,
      'without a mark, large': <ProviderMark provider={{ name: 'Example' }} size="large" />,
    },
  },
  { name: 'SiteMark and BrandLinks', states: { mark: <SiteMark />, links: <BrandLinks /> } },
  {
    name: 'UserPicture',
    states: {
      tiny: <UserPicture id="1" name="Ada Lovelace" image={null} size="tiny" />,
      'small, all colours': (
        <div className={classes['icons']}>
          {['1', '2', '3', '4', '5', '6', '7', '8'].map((id) => (
            <UserPicture key={id} id={id} name="Ada Lovelace" image={null} size="small" />
          ))}
        </div>
      ),
      large: <UserPicture id="2" name="Ada Lovelace" image={null} size="large" />,
    },
  },
  {
    name: 'EmptyList and illustrations',
    states: {
      'empty list': <EmptyList>There are no access tokens.</EmptyList>,
      finished: <Illustration of="finished" />,
      'not found': <Illustration of="not-found" />,
      offline: <Illustration of="offline" />,
      suspended: <Illustration of="suspended" />,
    },
  },
  { name: 'PageHeading', states: { shown: <PageHeading title="Design system" /> } },
  {
    name: 'RelativeTime and InterpolatedText',
    states: {
      time: <RelativeTime at={SOME_TIME_AGO} />,
      text: (
        <p>
          <InterpolatedText text="We sent a code to {}.">
            <strong>ada@example.com</strong>
          </InterpolatedText>
        </p>
      ),
    },
  },
  {
    name: 'Icons',
    states: {
      'one family, 20 px': (
        <div className={classes['icons']}>
          <ActivityIcon />
          <AdministrationIcon />
          <BackIcon />
          <CheckIcon />
          <CloseIcon />
          <CopyIcon />
          <DataIcon />
          <AppIcon />
          <DevicesIcon />
          <FieldArrow />
          <InfoIcon />
          <KeyIcon />
          <LeaveIcon />
          <MailIcon />
          <PasskeyIcon />
          <PhoneIcon />
          <UserIcon />
          <PlusIcon />
          <ProblemIcon />
          <TerminalIcon />
          <DeviceIcon kind="phone" />
        </div>
      ),
    },
  },
];
