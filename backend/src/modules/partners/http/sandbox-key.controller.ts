import { Body, Controller, Post } from '@nestjs/common';
import { ApiProperty, ApiTags } from '@nestjs/swagger';
import { Sandboxes } from '../../../domain/partners/sandboxes.js';
import { Public } from '../../../platform/http/access.js';
import { ApiProblems } from '../../../platform/http/api-problems.js';
import { RequiredEmail, RequiredText } from '../../../platform/http/fields.js';
import { Created, NoContent, Operation } from '../../../platform/http/operation.js';

class SandboxRequestDto {
  @RequiredEmail('Enter a valid email address', {
    description: 'Where to send the link. We keep it only until the email was sent, and 30 days in the log of email',
    example: 'dev@example-analytical.example',
  })
  email!: string;
}

class SandboxLinkDto {
  @RequiredText('Token', 200, {
    description: 'The `token` of the link in the email',
    example: '3f2c1a9e-6d0b-4b57-9a51-0f6f1f7f2c11.t4k2hs.9f8yUqk3bJ0m8o3Qv3m0m5J1kqJm0m2x3v4c5b6n7a8',
  })
  token!: string;
}

class SandboxKeyDto {
  @ApiProperty({
    description: 'The test key. It is in this answer and nowhere else: copy it now',
    example: 'coa_test_k3Xw0123456789abcdefghijklmnopqrstuvwxyzQ_8s',
  })
  key!: string;

  @ApiProperty({
    description: 'From when on it opens nothing. What was sent with it is deleted then',
    format: 'date-time',
    example: '2026-12-26T15:00:00.000Z',
  })
  expiresAt!: Date;
}

@ApiTags('Public sandbox')
@Controller('api/sandbox')
@Public()
export class SandboxKeyController {
  constructor(private readonly sandboxes: Sandboxes) {}

  @Post('requests')
  @Operation(
    'Ask for a sandbox',
    'Sends a link to the address. With its token, `openSandbox` answers a test key. At most 10 a day go to one address; ' +
      'the answer is the same beyond that.',
  )
  @NoContent('Sent, unless 10 were sent to the address today')
  @ApiProblems(404)
  requestSandbox(@Body() { email }: SandboxRequestDto): Promise<void> {
    return this.sandboxes.sendLink(email);
  }

  @Post('keys')
  @Operation(
    'Open a sandbox',
    'Takes the token of the link in the email, once, and answers a test key with all scopes, for a lab that is not trusted. ' +
      'A link that was used is answered 409 `sandbox-link-used`.',
  )
  @Created(SandboxKeyDto, 'Opened')
  @ApiProblems(404, 409)
  async openSandbox(@Body() { token }: SandboxLinkDto): Promise<SandboxKeyDto> {
    const { text, key } = await this.sandboxes.open(token);
    return { key: text, expiresAt: key.expiresAt as Date };
  }
}
