import { useParams } from 'react-router';
import { Breadcrumbs } from '../../components/breadcrumbs';
import { ButtonLink } from '../../components/links';
import { NotFound } from '../../components/not-found';
import { usePageMeta } from '../../hooks/use-page-meta';
import { paths } from '../../paths';
import { Badge } from '../../ui/badge';
import { groupOf, type Problem, problemOf } from './problems';
import { withCode } from './with-code';

/** The page that the `type` of an API error links to. */
export function Component() {
  const { code = '' } = useParams();
  const problem = problemOf(code);
  return problem ? <ProblemDetails problem={problem} /> : <NotFound />;
}

function ProblemDetails({ problem }: { problem: Problem }) {
  const { code, status, title, meaning, todo, example } = problem;
  usePageMeta('problem', { code, title, meaning: meaning.replaceAll('`', '') });
  return (
    <article className="stack max-w-text gap-8">
      <header className="stack gap-4">
        <Breadcrumbs
          links={[
            { to: paths.labs, label: 'For Labs' },
            { to: paths.problems, label: 'Errors' },
          ]}
          current={code}
        />
        <p className="flex flex-wrap items-center gap-3 text-sm text-ink-soft">
          <Badge tone="clay">{status === undefined ? 'Line in a bulk file' : `HTTP ${status}`}</Badge>
          <code className="wrap-anywhere font-mono">{code}</code>
          <span>{groupOf(problem)?.title}</span>
        </p>
        <h1>{title}</h1>
      </header>
      <ProblemSection id="meaning" title="What it means">
        {meaning}
      </ProblemSection>
      <ProblemSection id="todo" title="What to do">
        {todo}
      </ProblemSection>
      {example && (
        <section aria-labelledby="example" className="stack gap-3">
          <h2 id="example">Example</h2>
          <pre className="rounded-lg border border-rule bg-surface p-4 font-mono text-sm [font-variant-ligatures:none] wrap-anywhere whitespace-pre-wrap">
            {example}
          </pre>
        </section>
      )}
      <nav aria-label="Where to go next" className="flex flex-wrap gap-3 print:hidden">
        <ButtonLink to={paths.problems}>All errors</ButtonLink>
        <ButtonLink to={paths.labs} variant="secondary">
          Guide for labs
        </ButtonLink>
        <ButtonLink to={paths.contact} variant="secondary">
          Write to us
        </ButtonLink>
      </nav>
    </article>
  );
}

function ProblemSection({ id, title, children }: { id: string; title: string; children: string }) {
  return (
    <section aria-labelledby={id} className="stack gap-3">
      <h2 id={id}>{title}</h2>
      <p className="text-lg">{withCode(children)}</p>
    </section>
  );
}
