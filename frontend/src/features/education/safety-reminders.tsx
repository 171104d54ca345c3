import { DRIVING, WAIT_HOURS } from '../../components/dosing/dose-times';
import { CallLink, TextLink } from '../../components/links';
import { HELP_LINES } from '../../components/safety/help-lines';
import { paths } from '../../paths';
import { Panel } from '../../ui/panel';

/** Shown at the end of every article. [source:dose-starting-range, dose-timing, dose-driving, dose-warnings, emergency-advice] */
export function SafetyReminders() {
  return (
    <Panel as="aside" aria-labelledby="reminders" className="stack gap-3">
      <h2 id="reminders" className="text-xl">
        Safety reminders
      </h2>
      <ul className="list-disc space-y-2 ps-5 marker:text-pine">
        <li>New to THC, or back after a break? Start with 1 to 2.5 mg in total.</li>
        <li>
          Wait at least {WAIT_HOURS.empty} hours before you have more, and {WAIT_HOURS.full} hours after a full meal.
          After an amount that is high for you, don't have any more that day. The full effect can take up to 4 hours.
        </li>
        <li>
          Don't drive for at least {DRIVING.hours} hours, and not until you feel completely normal. After more than{' '}
          {DRIVING.upToMg} mg, or any alcohol, wait until the next day.
        </li>
        <li>Don't mix THC with alcohol or sedatives. Ask a pharmacist before mixing it with any prescription.</li>
        <li>
          Skip it if you are under 21, pregnant or breastfeeding, or have heart disease or a history of psychosis.
        </li>
        <li>Keep cans locked up, in their labeled packaging, away from children and pets.</li>
        <li>
          Had too much? Call Poison Help, free, 24/7: <CallLink line={HELP_LINES.poisonHelp} />. Call{' '}
          <CallLink line={HELP_LINES.emergency} /> for trouble breathing, chest pain, a seizure, severe confusion, or
          someone who can't be woken. The <TextLink to={paths.emergency}>emergency page</TextLink> has the steps.
        </li>
      </ul>
    </Panel>
  );
}
