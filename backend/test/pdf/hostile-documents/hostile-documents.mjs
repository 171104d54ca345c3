// Hostile PDFs, and how reading each of them must end.
import { ACTIVE } from './active.mjs';
import { BOMBS } from './bombs.mjs';
import { BROKEN } from './broken.mjs';
import { IMAGE_BOMBS } from './image-bombs.mjs';

/**
 * @typedef {object} HostileDocument
 * @property {string} name
 * @property {() => Buffer | Promise<Buffer>} content
 * @property {'ready' | 'refused' | 'unreadable' | 'any'} outcome how reading must end; `any`: somehow, in time
 * @property {string} [reason]
 */

/** @type {{ active: readonly HostileDocument[], broken: readonly HostileDocument[], bombs: readonly HostileDocument[] }} */
export const HOSTILE_DOCUMENTS = { active: ACTIVE, broken: BROKEN, bombs: [...BOMBS, ...IMAGE_BOMBS] };
