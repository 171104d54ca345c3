import { applyDecorators, HttpCode, Param, ParseUUIDPipe, type PipeTransform, type Type } from '@nestjs/common';
import {
  ApiOperation,
  ApiParam,
  type ApiParamOptions,
  ApiResponse,
  type ApiResponseNoStatusOptions,
} from '@nestjs/swagger';

/** Documents a route. Its `operationId` is the name of the method. */
export const Operation = (summary: string, description: string) => ApiOperation({ summary, description });

type ResponseType = Type<unknown> | [Type<unknown>];
type Headers = ApiResponseNoStatusOptions['headers'];

/** Sets the status of the successful response and documents its body. */
const success = (status: number) => (type: ResponseType, description: string, headers?: Headers) =>
  applyDecorators(HttpCode(status), ApiResponse({ status, description, type, ...(headers && { headers }) }));

export const Ok = success(200);
export const Created = success(201);
export const Accepted = success(202);

/** Success without a body. */
export const NoContent = (description: string) =>
  applyDecorators(HttpCode(204), ApiResponse({ status: 204, description }));

type ParamDocument = Pick<ApiParamOptions, 'description' | 'example'>;

/** A parameter in the path, with its documentation. */
export function PathParam(
  name: string,
  document: ParamDocument,
  ...pipes: (Type<PipeTransform> | PipeTransform)[]
): ParameterDecorator {
  return (controller, method, index) => {
    if (method === undefined) throw new Error('PathParam is for parameters of a method');
    const descriptor = Object.getOwnPropertyDescriptor(controller, method);
    if (descriptor) ApiParam({ name, ...document })(controller, method, descriptor);
    Param(name, ...pipes)(controller, method, index);
  };
}

const EXAMPLE_ID = '0f8fad5b-d9cb-469f-a165-70867728950e';

/** A UUID in the path. Another text can't be the ID of anything, so it is answered 404 and not 400. */
export const UuidParam = (name: string, description: string, NotFound: new () => Error, example = EXAMPLE_ID) =>
  PathParam(name, { description, example }, new ParseUUIDPipe({ exceptionFactory: () => new NotFound() }));
