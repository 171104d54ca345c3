import { usePageMeta } from '../hooks/use-page-meta';
import { paths } from '../paths';
import { ButtonLink, StandaloneLink } from './links';

const POPULAR = [
  { to: paths.article('understanding-thc-beverages'), label: 'Understanding THC Beverages' },
  { to: paths.article('dosing-guide'), label: 'Dosing Guide' },
  { to: paths.coas, label: 'COA Database' },
  { to: paths.responsibleUse, label: 'Responsible Use' },
];

export function NotFound() {
  usePageMeta('notFound');
  return (
    <div className="mx-auto grid max-w-text justify-items-start gap-5 py-8">
      <h1>404 - Page Not Found</h1>
      <p className="text-lg">We couldn't find the page you're looking for. It may have been moved or doesn't exist.</p>
      <div className="flex flex-wrap gap-3">
        <ButtonLink to={paths.home}>Go to Homepage</ButtonLink>
        <ButtonLink to={paths.learn} variant="secondary">
          Browse Articles
        </ButtonLink>
      </div>
      <nav aria-labelledby="popular">
        <h2 id="popular" className="mt-4 mb-2 text-lg">
          Popular Pages
        </h2>
        <ul className="stack gap-1">
          {POPULAR.map(({ to, label }) => (
            <li key={to}>
              <StandaloneLink to={to}>{label}</StandaloneLink>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}
