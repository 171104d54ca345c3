import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import { ApiError } from '../api/api';
import { paths } from '../paths';
import { EmptyState } from '../ui/messages/empty-state';
import { ButtonLink } from './links';

/** A page for a link in an email: one action and nothing else. */
export function EmailLink({ title, children }: { title: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const isFirst = useRef(true);
  // Moves the focus to the heading, so screen readers announce the result.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the heading states the result, so it is announced whenever it changes
  useEffect(() => {
    if (!isFirst.current) heading.current?.focus();
    isFirst.current = false;
  }, [title]);
  return (
    <div className="mx-auto stack max-w-text justify-items-start gap-5">
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {children}
    </div>
  );
}

/** @param step tells the server which of the page's buttons was pressed, where the page works without scripts */
export function EmailLinkForm(props: { step?: string; onSubmit: () => void; children: ReactNode }) {
  function submit(event: FormEvent) {
    event.preventDefault();
    props.onSubmit();
  }
  return (
    <form method="post" onSubmit={submit}>
      <input type="hidden" name="step" value={props.step ?? 'confirm'} />
      {props.children}
    </form>
  );
}

export function BrokenLink() {
  return (
    <EmptyState
      headingLevel={1}
      title="This link is incomplete"
      actions={<ButtonLink to={paths.contact}>Write to us</ButtonLink>}
    >
      Nothing was changed. Try the link in the email again, since part of it may be missing. If that doesn't work, write
      to us with your email address and we'll do it for you.
    </EmptyState>
  );
}

export const isBroken = (error: unknown) =>
  error instanceof ApiError && (error.code === 'newsletter-link-invalid' || error.status === 400);
