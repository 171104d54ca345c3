import { type State, stateByCode } from '../../components/law/states';
import { TextLink } from '../../components/links';
import { useHomeState } from '../../hooks/use-home-state';
import { paths } from '../../paths';
import { Button } from '../../ui/button';

/** Makes this the visitor's state on this device, and undoes it. */
export function RememberState({ state }: { state: State }) {
  const [home, choose] = useHomeState();
  const isHome = home === state.code;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 print:hidden">
      <Button variant={isHome ? 'secondary' : 'primary'} onClick={() => choose(isHome ? null : state.code)}>
        {isHome ? 'Forget my state' : 'Remember as my state'}
      </Button>
      <p role="status" className="min-w-0 text-sm text-ink-soft">
        {isHome ? `${state.name} is remembered as your state, on this device only.` : <OtherState code={home} />}
      </p>
    </div>
  );
}

function OtherState({ code }: { code: string | null }) {
  const other = stateByCode(code);
  if (!other) return null;
  return (
    <>
      Your state is now <TextLink to={paths.stateLaw(other.slug)}>{other.name}</TextLink>.
    </>
  );
}
