import { defineConfig } from '@hey-api/openapi-ts';

export default defineConfig({
  input: './openapi/openapi.json',
  output: { path: './frontend/src/api/generated', clean: true },
  plugins: [
    '@hey-api/client-fetch',
    '@hey-api/typescript',
    '@hey-api/sdk',
    '@tanstack/react-query',
    { name: 'zod', compatibilityVersion: 'mini' },
  ],
});
