import { useQuery } from '@tanstack/react-query';
import { getLogStatusOptions } from '../../api/generated/@tanstack/react-query.gen';
import type { LogStatusDto } from '../../api/generated/types.gen';
import { usePageContext } from '../../api/page-context';
import { TextLink } from '../../components/links';
import { usePageMeta } from '../../hooks/use-page-meta';
import { paths } from '../../paths';
import { DataList } from '../../ui/data-list';
import { textLink } from '../../ui/link-styles';
import { Notice } from '../../ui/messages/notice';
import { Mono } from '../../ui/mono';
import { Section } from '../../ui/section';
import { counted } from '../../ui/text/counted';
import { formatLongDay } from '../../ui/text/days';

/** What the public log is, for everybody, and how to verify it, for engineers. */
export function Component() {
  usePageMeta('log');
  const { data: status } = useQuery(getLogStatusOptions());
  return (
    <div className="stack max-w-text gap-8">
      <header className="stack gap-4">
        <h1>The Public Log</h1>
        <p className="text-lg text-ink-soft">
          When we publish, replace, or withdraw a lab report, we write that into a log that only grows. We do the same
          with recalls and other notices. Anyone can copy the log and check that we didn't change its past.
        </p>
        {status && <Status status={status} />}
      </header>
      <Section id="content" title="What is in it">
        <ul className="stack list-disc gap-2 ps-5">
          <li>
            Lab reports: what we decided and when, the reference, the SHA-256 of the lab's PDF, and a hash of what we
            published.
          </li>
          <li>Notices, and incidents at labs: the number, and a hash of what they say.</li>
          <li>
            That we removed an original document, or didn't publish a submission. Of a submission, only its sender can
            tell that the entry is about it.
          </li>
          <li>
            Lab reports from before the log began, once, as recorded. Entries about demonstration data say that they
            are.
          </li>
        </ul>
        <p>
          Names and what people wrote are never in it. If we must delete what we published, the entry stays, but its
          hash no longer says anything.
        </p>
      </Section>
      <Section id="what-it-proves" title="What it proves, and what it doesn't">
        <p>
          It proves that we committed to exactly these bytes. It also proves that we didn't rewrite the past unnoticed,
          as long as someone kept an earlier state of the log. It doesn't prove at what time: no one else confirms that
          yet.
        </p>
        <p>
          It doesn't prove that the lab is honest, that the sample is real, that your can is from this batch, or that
          our reviewer was right. It doesn't prove that a lab report still stands, either: the page of the report says
          that.
        </p>
        <p>
          Do you have a PDF? <TextLink to={paths.check}>Check whether we published it</TextLink>.
        </p>
      </Section>
      <ForEngineers verifierKey={status?.verifierKey ?? null} />
    </div>
  );
}

function Status({ status: { verifierKey, size, signedAt, waiting, alarm } }: { status: LogStatusDto }) {
  return (
    <>
      {(alarm !== null || verifierKey === null) && (
        <Notice tone="caution" title="The log stands still">
          New decisions do not enter it at the moment. What is in it can still be checked.
        </Notice>
      )}
      <p>
        {signedAt === null
          ? 'It has no entries yet.'
          : `It has ${counted(size, 'entry', 'entries')}. Its newest signed state, a checkpoint, was signed on ${formatLongDay(signedAt.slice(0, 10))}, at ${signedAt.slice(11, 16)} UTC. We sign another one when there is a new entry.`}
        {waiting > 0 && ` Not in it yet: ${counted(waiting, 'decision')}.`}
      </p>
    </>
  );
}

function ForEngineers({ verifierKey }: { verifierKey: string | null }) {
  const { origin } = usePageContext();
  return (
    <Section id="engineers" title="For engineers">
      <p>
        The formats are those of C2SP (signed-note, tlog-checkpoint,{' '}
        <a className={textLink} href="https://c2sp.org/tlog-tiles" rel="nofollow noopener">
          tlog-tiles
        </a>
        , tlog-proof), so programs that others wrote can read and verify the log.
      </p>
      <DataList
        items={[
          ...(verifierKey
            ? [
                { label: 'Origin', value: <Mono>{verifierKey.split('+')[0]}</Mono> },
                { label: 'Verifier key', value: <Mono className="wrap-anywhere">{verifierKey}</Mono> },
              ]
            : []),
          { label: 'The same key', value: <Address path="/log/vkey" /> },
          { label: 'Checkpoint', value: <Address path="/log/checkpoint" /> },
          { label: 'Hashes', value: <Mono>/log/tile/&lt;L&gt;/&lt;N&gt;</Mono> },
          { label: 'Entries', value: <Mono>/log/tile/entries/&lt;N&gt;</Mono> },
          { label: 'Proof', value: <Mono>/log/proofs/&lt;reference&gt;.tlog-proof</Mono> },
        ]}
      />
      <h3>Verify it</h3>
      <p>
        Two programs check proofs and copies of the log without our site: <Address path="/log/verify-log.py" /> for
        Python and <Address path="/log/verify-log.mjs" /> for Node. Each is one file to read. A key that you get only
        from us proves little: compare it with one that someone else kept.
      </p>
      <Commands>python3 verify-log.py proof "$(cat vkey)" CB-7K3M-9QXD.tlog-proof report.pdf</Commands>
      <h3>Keep checkpoints</h3>
      <p>
        The Python program downloads what is new, checks it against the last checkpoint that it kept, and keeps the new
        one. Run it every hour on a machine that isn't ours:
      </p>
      <Commands>{`python3 verify-log.py monitor "$(cat vkey)" ${origin}/log kept`}</Commands>
      <p>
        Its exit status is 1 if the log was rewritten, shrank, is signed with another key, or has a tile that doesn't
        fit. Then keep its folder, and tell us and others.
      </p>
      <h3>Become a witness</h3>
      <p>
        We can't take cosignatures of witnesses yet. If you run one, <TextLink to={paths.contact}>write to us</TextLink>
        . Until then, keep checkpoints.
      </p>
    </Section>
  );
}

const Address = ({ path }: { path: string }) => (
  <a className={textLink} href={path}>
    {path}
  </a>
);

const Commands = ({ children }: { children: string }) => (
  <pre className="rounded-lg border border-rule bg-surface p-4 font-mono text-sm [font-variant-ligatures:none] wrap-anywhere whitespace-pre-wrap">
    {children}
  </pre>
);
