import { ApiProperty } from '@nestjs/swagger';
import { IsBoolean } from 'class-validator';

export class AgeVerificationStatusDto {
  @ApiProperty({ description: 'Whether the visitor has confirmed being 21 or older', example: true })
  verified!: boolean;
}

export class VerifyAgeDto {
  @ApiProperty({
    description: 'True: the visitor is 21 or older; false: forget an earlier confirmation',
    example: true,
  })
  @IsBoolean({ message: 'Send true if you are 21 or older' })
  verified!: boolean;
}
