import { Breadcrumbs } from '../../components/breadcrumbs';
import { StandaloneLink, TextLink } from '../../components/links';
import { usePageMeta } from '../../hooks/use-page-meta';
import { paths } from '../../paths';
import { groups, type Problem } from './problems';

export function Component() {
  usePageMeta('problems');
  return (
    <div className="stack gap-10">
      <header className="stack max-w-text gap-4">
        <Breadcrumbs
          links={[
            { to: paths.home, label: 'Home' },
            { to: paths.labs, label: 'For Labs' },
          ]}
          current="Errors"
        />
        <h1>What Errors Mean</h1>
        <p className="text-lg text-ink-soft">
          Every error response names its kind in <code className="font-mono text-sm">type</code>, such as{' '}
          <code className="font-mono text-sm">/problems/invalid-input</code>. Each of these has its own page here, and
          the addresses don't change.
        </p>
        <p>
          The <TextLink to={paths.labs}>guide for labs</TextLink> explains how to send certificates.
        </p>
      </header>
      {groups.map(({ id, title, lead, problems }) => (
        <section key={id} aria-labelledby={id} className="stack gap-3">
          <h2 id={id}>{title}</h2>
          <p className="max-w-text text-ink-soft">{lead}</p>
          <ul className="border-t border-rule">
            {problems.map((problem) => (
              <Row key={problem.code} problem={problem} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function Row({ problem: { code, status, title } }: { problem: Problem }) {
  return (
    <li className="grid grid-cols-[2rem_minmax(0,1fr)] items-baseline gap-x-4 border-b border-rule py-2 md:grid-cols-[3rem_minmax(0,17rem)_minmax(0,1fr)]">
      <span className="text-sm text-ink-soft">{status ?? 'Line'}</span>
      <StandaloneLink to={paths.problem(code)} className="wrap-anywhere font-mono text-sm">
        {code}
      </StandaloneLink>
      <span className="col-start-2 md:col-start-3">{title}</span>
    </li>
  );
}
