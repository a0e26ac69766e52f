import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type ApiError, isApiError } from '@/lib/api/error';
import { dropDraftsOf } from '@/lib/drafts';
import { read, remove, write } from '@/lib/storage';
import { Button } from '@/ui/button';
import { Notice } from '@/ui/notice';
import { signIn } from '../queries';
import { Field } from './field';
import { Frame } from './frame';
import { SmallButton } from './small-button';
import { around, gate } from './staff-words';
import { explain } from './states';

const NAME_KEY = 'stillwater:staff-name';
/** Whether a code was required at the last login on this device. */
const CODE_KEY = 'stillwater:staff-code';

interface LoginFormProps {
  /** Whether the session ended while staff were working. */
  ended: boolean;
  onEntered(): unknown;
}

/** The login form: a password, and a name for the audit trail. */
export function LoginForm({ ended, onEntered }: LoginFormProps) {
  const [name, setName] = useState(() => read('local', NAME_KEY) ?? '');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [withCode, setWithCode] = useState(() => read('local', CODE_KEY) !== null);
  const [empty, setEmpty] = useState(false);
  const passwordField = useRef<HTMLInputElement>(null);
  const codeField = useRef<HTMLInputElement>(null);
  const login = useMutation({
    mutationKey: ['gate'],
    // The password is not kept in memory after the request.
    gcTime: 0,
    mutationFn: () =>
      signIn({ password, displayName: name.trim(), ...(withCode ? { totp: code.trim() } : {}) }),
    onSuccess: () => {
      if (!isSame(read('local', NAME_KEY), name)) dropDraftsOf(STAFF_DRAFTS);
      write('local', NAME_KEY, name.trim());
      if (withCode) write('local', CODE_KEY, '1');
      else remove('local', CODE_KEY);
      return onEntered();
    },
    onError: (error) => {
      if (!isOfCode(error)) return passwordField.current?.focus();
      flushSync(() => setWithCode(true));
      codeField.current?.focus();
    },
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setEmpty(password === '');
    if (password === '') passwordField.current?.focus();
    else if (!login.isPending) login.mutate();
  };
  const problem = problemOf(login.error);
  return (
    <Frame>
      <form
        onSubmit={submit}
        noValidate
        className="mx-auto my-auto grid w-full max-w-[26rem] gap-5 py-10"
      >
        <div>
          <h1 className="display text-h1 text-ink">{around.title}</h1>
          <p className="mt-1 text-muted">{gate.intro}</p>
        </div>
        {ended && <Notice icon="lock">{gate.ended}</Notice>}
        <Field
          label={gate.name}
          hint={gate.nameHint}
          value={name}
          onChange={setName}
          autoComplete="nickname"
          maxLength={60}
        />
        <Field
          ref={passwordField}
          label={gate.password}
          type="password"
          value={password}
          onChange={(next) => {
            setPassword(next);
            if (next) setEmpty(false);
          }}
          autoComplete="current-password"
          error={empty ? gate.empty : problem.password}
        />
        {withCode ? (
          <Field
            ref={codeField}
            label={gate.code}
            hint={gate.codeHint}
            value={code}
            onChange={setCode}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={8}
            error={problem.code}
          />
        ) : (
          <SmallButton
            variant="quiet"
            className="-mx-3 -my-2 justify-self-start"
            onClick={() => setWithCode(true)}
          >
            {gate.withCode}
          </SmallButton>
        )}
        {problem.other && <Notice tone="danger">{problem.other}</Notice>}
        <Button type="submit" disabled={login.isPending}>
          {login.isPending ? gate.signingIn : gate.signIn}
        </Button>
      </form>
    </Frame>
  );
}

/** What the drafts of staff begin with. Those of one person are not for the next one in this tab. */
const STAFF_DRAFTS = 'staff:';

const isSame = (before: string | null, name: string) =>
  (before ?? '').trim().toLowerCase() === name.trim().toLowerCase();

/** The password was right, and the code is missing or was used before. */
const isOfCode = (error: unknown): error is ApiError =>
  isApiError(error) && ['CODE_NEEDED', 'CODE_USED'].includes(error.code ?? '');

/** Whether an error belongs to the password, to the code or below the form. */
function problemOf(error: unknown): { password?: string; code?: string; other?: string } {
  if (!error) return {};
  if (isOfCode(error)) return { code: explain(error) };
  if (!isApiError(error)) return { other: explain(error) };
  if (error.code === 'INVALID_PASSWORD') {
    return { password: gate.invalid };
  }
  if (error.status === 429) {
    const minutes = Math.max(1, Math.ceil((error.retryAfter ?? 60) / 60));
    return { other: gate.wait(minutes) };
  }
  return { other: explain(error) };
}
