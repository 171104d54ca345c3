import { CallLink } from '../links';
import { HELP_LINES } from './help-lines';

/** Under a search that found nothing: people also search after they had something. */
export const PoisonHelp = () => (
  <p>
    Had too much, or a child had some? Call Poison Help, free, 24 hours a day: <CallLink line={HELP_LINES.poisonHelp} />
    .
  </p>
);
