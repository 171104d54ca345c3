import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsIn } from 'class-validator';
import { ROLES } from '../../../domain/shared/role.js';

/** Roles in a response. */
export const ApiRoles = (description: string) =>
  ApiProperty({ description, enum: ROLES, enumName: 'StaffRole', isArray: true, example: ['reviewer'] });

/** Roles in a request. */
export function RequiredRoles(description: string) {
  const message = `Choose one or more of ${ROLES.join(', ')}`;
  return applyDecorators(
    ApiProperty({
      description,
      enum: ROLES,
      enumName: 'StaffRole',
      isArray: true,
      minItems: 1,
      maxItems: ROLES.length,
      example: ['reviewer'],
    }),
    IsArray({ message }),
    ArrayMinSize(1, { message }),
    ArrayMaxSize(ROLES.length, { message }),
    IsIn(ROLES, { each: true, message }),
  );
}
