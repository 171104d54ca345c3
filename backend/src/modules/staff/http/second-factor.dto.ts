import { ApiProperty } from '@nestjs/swagger';
import { Code, SentPassword } from './session.dto.js';

export class BeginSecondFactorDto {
  @SentPassword('Your password')
  password!: string;
}

export class SecondFactorProofDto {
  @SentPassword('Your password')
  password!: string;

  @Code()
  code!: string;
}

export class NewSecondFactorDto {
  @ApiProperty({
    description: 'The key for the authenticator app, in base32; shown only here',
    example: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  })
  secret!: string;

  @ApiProperty({
    description: 'The same key as the address that authenticator apps read from a QR code',
    example:
      'otpauth://totp/ClearBatch:robin?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=ClearBatch&algorithm=SHA1&digits=6&period=30',
  })
  uri!: string;
}

export class RecoveryCodesDto {
  @ApiProperty({
    description: 'Codes for one use each, for the day the authenticator app is lost; shown only here',
    type: [String],
    example: ['abcd-efgh-jkmn-pqrs'],
  })
  recoveryCodes!: string[];
}

const ISSUER = 'ClearBatch';

/** An `otpauth:` URL in the "Key Uri Format" that authenticator apps support. */
export function toNewSecondFactorDto({ secret, username }: { secret: string; username: string }): NewSecondFactorDto {
  const query = `secret=${secret}&issuer=${ISSUER}&algorithm=SHA1&digits=6&period=30`;
  return { secret, uri: `otpauth://totp/${ISSUER}:${encodeURIComponent(username)}?${query}` };
}
