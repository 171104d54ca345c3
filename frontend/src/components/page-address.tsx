import { usePageContext } from '../api/page-context';
import { SITE } from '../site';
import { textLink } from '../ui/link-styles';
import { formatLongDay } from '../ui/text/days';

/** The page's address and date: on paper, and on the screen of browsers without JavaScript, which have no share button. */
export function PageAddress({ address }: { address: string }) {
  const { today } = usePageContext();
  return (
    <p className="hidden text-sm wrap-anywhere text-ink-soft noscript:block print:block">
      {SITE.name},{' '}
      <a href={address} className={textLink}>
        {address}
      </a>
      . Page loaded {formatLongDay(today)} (UTC).
    </p>
  );
}
