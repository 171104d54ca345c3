import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { staffSession } from '../../../api/api';
import { listSessionsQueryKey } from '../../../api/generated/@tanstack/react-query.gen';
import {
  endOtherSessionsMutation,
  endSessionMutation,
  listSessionsOptions,
} from '../../../api/generated/@tanstack/react-query-staff.gen';
import type { SessionDto } from '../../../api/generated/types.gen';
import { useChange } from '../../../components/admin/use-change';
import { QueryResult } from '../../../components/query-result';
import { PasswordForm } from '../../../components/staff/password-form';
import { Badge } from '../../../ui/badge';
import { Button } from '../../../ui/button';
import { MutationError } from '../../../ui/messages/mutation-error';
import { toast } from '../../../ui/messages/toast-store';
import { Panel } from '../../../ui/panel';
import { PanelSection } from '../../../ui/panel-section';
import { formatInstant } from '../../../ui/text/days';
import { roleLabel } from './roles';
import { SecondFactor } from './second-factor';

export function Component() {
  // The layout shows this page only to signed-in staff.
  const { data: member } = useQuery(staffSession());
  if (!member) return null;
  return (
    <div className="stack max-w-text gap-8">
      <div className="stack gap-2">
        <h1 className="text-2xl">Your account</h1>
        <p className="text-ink-soft">
          You are signed in as <b>{member.name}</b>: {member.roles.map(roleLabel).join(', ').toLowerCase()}.
        </p>
      </div>
      <Panel as="section" aria-labelledby="second-factor">
        <SecondFactor isOn={member.hasSecondFactor} />
      </Panel>
      <PanelSection id="sessions" title="Where you are signed in" headingClassName="text-xl">
        <Sessions />
      </PanelSection>
      <PanelSection id="password" title="Password" headingClassName="text-xl">
        <p className="text-sm text-ink-soft">Changing your password signs you out everywhere else.</p>
        <PasswordForm
          currentLabel="Current password"
          submitLabel="Change password"
          asksForCode={member.hasSecondFactor}
          onChanged={() => toast({ title: 'Password changed' })}
        />
      </PanelSection>
    </div>
  );
}

function Sessions() {
  const sessions = useQuery({ ...listSessionsOptions(), staleTime: 0 });
  const list = useRef<HTMLUListElement>(null);
  const afterwards = {
    onDone: () => list.current?.focus(), // the button is removed
    refetch: [listSessionsQueryKey()],
    refetchAfterError: true,
  };
  const end = useChange(endSessionMutation(), { ...afterwards, done: { title: 'Session ended' } });
  const endOthers = useChange(endOtherSessionsMutation(), {
    ...afterwards,
    done: { title: 'Signed out everywhere else' },
  });
  return (
    <QueryResult
      query={sessions}
      loadingLabel="Loading sessions"
      skeletonClassName="h-24"
      errorTitle="We couldn't load your sessions"
      headingLevel={3}
    >
      {(found) => (
        <>
          <MutationError error={end.error ?? endOthers.error} />
          <ul ref={list} tabIndex={-1} aria-label="Sessions" className="stack divide-y divide-rule">
            {found.map((session) => (
              <Session
                key={session.id}
                session={session}
                isEnding={end.isPending && end.variables.path.id === session.id}
                onEnd={() => end.mutate({ path: { id: session.id } })}
              />
            ))}
          </ul>
          {found.length > 1 && (
            <div>
              <Button variant="secondary" pending={endOthers.isPending} onClick={() => endOthers.mutate({})}>
                Sign out everywhere else
              </Button>
            </div>
          )}
        </>
      )}
    </QueryResult>
  );
}

interface SessionProps {
  session: SessionDto;
  isEnding: boolean;
  onEnd: () => void;
}

function Session({ session, isEnding, onEnd }: SessionProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3">
      <span className="min-w-0">
        <span className="flex flex-wrap items-center gap-2 font-medium">
          {session.device}
          {session.isThisOne && <Badge tone="leaf">This session</Badge>}
        </span>
        <span className="block text-sm text-ink-soft">Signed in {formatInstant(session.signedInAt)}</span>
        <span className="block text-sm text-ink-soft">Last used {formatInstant(session.lastUsedAt)}</span>
      </span>
      {!session.isThisOne && (
        <Button size="sm" variant="secondary" pending={isEnding} onClick={onEnd}>
          End<span className="sr-only"> the session of {session.device}</span>
        </Button>
      )}
    </li>
  );
}
