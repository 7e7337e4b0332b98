import { useState, type ReactNode } from 'react';
import type { PageError } from '../../errors.ts';
import { trpc } from '../../trpc.ts';
import { useSensitiveMutation } from '../verify/use-sensitive-mutation.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { SetUpSteps } from './set-up-steps.tsx';

interface SetUp {
  readonly start: () => void;
  readonly reset: () => void;
  readonly isStarting: boolean;
  /** The set-up could not begin. */
  readonly failure: PageError | null;
  /** `null` before the start and after the end. */
  readonly step: ReactNode;
}

interface SetUpOptions {
  readonly onDone: () => void;
  readonly heading: 'h2' | 'h3';
}

interface Begun {
  readonly enrolment: string;
  readonly secret: string;
  readonly uri: string;
}

/** The app counts when its first code was right. */
export function useSetUp({ onDone, heading }: SetUpOptions): SetUp {
  const utils = trpc.useUtils();
  const [begun, setBegun] = useState<Begun | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const begin = useSensitiveMutation({
    perform: (_: null) => utils.client.secondFactor.beginTotp.mutate(),
    storeAs: null,
    onSuccess: setBegun,
  });
  const confirm = useSensitiveMutation({
    perform: (input: { readonly enrolment: string; readonly code: string }) =>
      utils.client.secondFactor.confirmTotp.mutate(input),
    storeAs: null,
    onSuccess: ({ status, recoveryCodes }) => {
      setBegun(null);
      utils.secondFactor.get.setData(undefined, status);
      void utils.activity.invalidate();
      if (recoveryCodes) setCodes(recoveryCodes);
      else onDone();
    },
    onError: ({ code }) => {
      if (code === 'TOTP_ENROLMENT_EXPIRED') setBegun(null);
    },
  });
  const hasExpired = confirm.failure?.code === 'TOTP_ENROLMENT_EXPIRED';
  return {
    start: () => {
      confirm.reset();
      begin.run(null);
    },
    reset: () => {
      begin.reset();
      confirm.reset();
    },
    isStarting: begin.isPending,
    failure: begin.failure ?? (hasExpired ? confirm.failure : null),
    step: codes ? (
      <RecoveryCodes
        codes={codes}
        heading={heading}
        onSaved={() => {
          setCodes(null);
          onDone();
        }}
      />
    ) : (
      begun && (
        <SetUpSteps
          secret={begun.secret}
          uri={begun.uri}
          heading={heading}
          isPending={confirm.isPending}
          failure={confirm.failure}
          onCode={(code) => confirm.run({ enrolment: begun.enrolment, code })}
          onCancel={() => setBegun(null)}
        />
      )
    ),
  };
}
