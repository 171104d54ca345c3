import { Injectable, type PipeTransform } from '@nestjs/common';
import { DocumentNotFound } from '../../../domain/documents/document.js';
import { SHA256 } from '../../../domain/shared/stored-document.js';
import { PathParam } from '../../../platform/http/operation.js';
import { EXAMPLE_SHA256 } from './document.dto.js';

/** Another text can't be the hash of anything, so it is answered 404 and not 400. */
@Injectable()
class HashPipe implements PipeTransform<string, string> {
  transform(text: string): string {
    if (!SHA256.test(text)) throw new DocumentNotFound();
    return text;
  }
}

const HASH = { description: 'SHA-256 of the file: 64 hex digits in lower case', example: EXAMPLE_SHA256 };

/** The hash of a document that should be there. */
export const DocumentHash = () => PathParam('sha256', HASH, HashPipe);

/** The hash of a document that is sent. */
export const SentHash = () => PathParam('sha256', HASH);
