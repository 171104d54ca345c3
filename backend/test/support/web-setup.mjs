// Runs before each test file of the frontend, which must not import from the backend.
import { configure } from '@testing-library/react';
import { HANGS_AFTER_MS } from './limits.mjs';

configure({ asyncUtilTimeout: HANGS_AFTER_MS });
