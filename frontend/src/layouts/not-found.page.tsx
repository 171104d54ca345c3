import { Link } from 'react-router';
import { paths } from '../paths';
import { Button } from '../ui/button';
import { standaloneLink } from '../ui/link-styles';
import { usePageMeta } from './use-page-meta';

export function Component() {
  usePageMeta('notFound');
  return (
    <div className="mx-auto grid max-w-text justify-items-start gap-5 py-8">
      <h1>404 - Page Not Found</h1>
      <p className="text-lg">We couldn't find the page you're looking for. It may have been moved or doesn't exist.</p>
      <Button asChild>
        <Link to={paths.home}>Go to Homepage</Link>
      </Button>
      <nav aria-labelledby="popular">
        <h2 id="popular" className="mt-4 mb-2 text-lg">
          Popular Pages
        </h2>
        <ul className="stack gap-1">
          <li>
            <Link to={paths.coas} className={standaloneLink}>
              COA Database
            </Link>
          </li>
          <li>
            <Link to={paths.brands} className={standaloneLink}>
              Brand Directory
            </Link>
          </li>
        </ul>
      </nav>
    </div>
  );
}
