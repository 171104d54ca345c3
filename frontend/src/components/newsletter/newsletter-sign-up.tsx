import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../api/api';
import { subscribeMutation } from '../../api/generated/@tanstack/react-query.gen';
import type { SubscriptionReceiptDto } from '../../api/generated/types.gen';
import { useIsHydrated, useSubmittedForm } from '../../hooks/use-submitted-form';
import { paths } from '../../paths';
import { Button } from '../../ui/button';
import { TextField } from '../../ui/fields/text-field';
import { CheckIcon } from '../../ui/icons';
import { toast } from '../../ui/messages/toast-store';
import { Panel } from '../../ui/panel';
import { TextLink } from '../links';

const THANKS = "Thank you for joining our newsletter. You'll receive educational updates about THC beverages.";

/** @param source where on the site the form is; stored with the subscription */
export function NewsletterSignUp({ source }: { source: string }) {
  const submitted = useSubmittedForm<SubscriptionReceiptDto>();
  const refused = submitted?.error && submitted;
  const [email, setEmail] = useState(refused?.values.email ?? '');
  const [step, setStep] = useState<'first' | 'thanked' | 'again'>(submitted?.answer ? 'thanked' : 'first');
  // Not the thank-you message: a confirmation email comes first.
  const [thanks, setThanks] = useState(submitted?.answer?.message ?? THANKS);
  const subscribe = useMutation({
    ...subscribeMutation(),
    onSuccess: ({ message }) => {
      setEmail('');
      setThanks(message);
      setStep('thanked');
      toast({ title: message === THANKS ? 'Successfully subscribed!' : 'One more step', description: message });
    },
    onError: (error) =>
      toast({
        variant: 'destructive',
        title: 'Subscription failed',
        description: serverMessage(error) ?? 'Please try again later.',
      }),
  });
  const error = subscribe.error ?? (subscribe.isIdle && email === refused?.values.email ? refused.error : null);
  const emailError = error instanceof ApiError ? (error.fields[0]?.message ?? error.message) : undefined;
  const canSend = email.includes('@');
  const isHydrated = useIsHydrated();
  function send(event: FormEvent) {
    event.preventDefault();
    if (canSend && !subscribe.isPending) subscribe.mutate({ body: { email, source } });
  }

  return (
    <Panel as="section" tone="soft" aria-labelledby="newsletter">
      {step === 'thanked' ? (
        <Thanks message={thanks} onAgain={() => setStep('again')} />
      ) : (
        <div className="grid gap-x-12 gap-y-6 sm:p-4 lg:grid-cols-2">
          <div className="stack content-start gap-2">
            <h2 id="newsletter">Get our newsletter</h2>
            <p className="max-w-[46ch] text-ink-soft">
              New articles, changes in the law, and what labs found. Education only. Nothing for sale.
            </p>
          </div>
          <form method="post" action="#newsletter" noValidate onSubmit={send} className="stack gap-3">
            <div className="grid items-start gap-3 sm:grid-cols-[1fr_auto]">
              <TextField
                label="Email address"
                name="email"
                type="email"
                required
                maxLength={254}
                autoComplete="email"
                ref={step === 'again' ? focus : undefined}
                value={email}
                error={emailError}
                onChange={(event) => {
                  setEmail(event.target.value);
                  subscribe.reset();
                }}
                aria-describedby="newsletter-consent"
              />
              <Button
                type="submit"
                // Without scripts the server checks the address.
                disabled={isHydrated && !canSend}
                pending={subscribe.isPending}
                pendingText="Subscribing..."
                className="sm:mt-6.75"
              >
                Subscribe
              </Button>
            </div>
            <input type="hidden" name="source" value={source} />
            <p id="newsletter-consent" className="text-sm text-ink-soft">
              By subscribing, you confirm that you are 21 or older. You can unsubscribe in every email. See our{' '}
              <TextLink to={paths.privacy}>privacy policy</TextLink>.
            </p>
          </form>
        </div>
      )}
    </Panel>
  );
}

const focus = (field: HTMLInputElement | null) => field?.focus();

/**
 * The server's message, if it sent one. The generated types call every error a problem; what is thrown is an ApiError.
 */
const serverMessage = (error: unknown) => (error instanceof ApiError ? error.sentence : undefined);

function Thanks({ message, onAgain }: { message: string; onAgain: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="flex flex-wrap items-start gap-4 sm:p-4">
      <span className="grid size-11 place-items-center rounded-[50%] bg-surface text-leaf">
        <CheckIcon className="size-6" />
      </span>
      <div className="stack min-w-0 flex-1 basis-64 justify-items-start gap-2">
        <h2 id="newsletter" ref={heading} tabIndex={-1}>
          Thank you
        </h2>
        <p>{message}</p>
        <Button variant="quiet" size="sm" className="-ms-3" onClick={onAgain}>
          Add another address
        </Button>
      </div>
    </div>
  );
}
