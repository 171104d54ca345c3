import type { AccountWithPasswordDto } from '../../../api/generated/types.gen';
import { OneTimeSecret } from './one-time-secret';

export function OneTimePassword({ created }: { created: AccountWithPasswordDto }) {
  return (
    <OneTimeSecret title="One-time password" text={created.oneTimePassword}>
      {`Give it to ${created.account.username} in person or by phone. We show it only here.`}
    </OneTimeSecret>
  );
}
