import { defineConfig } from '@contract-kit/tools'

export default defineConfig({
  documents: {
    huts: {
      source: 'openapi/openapi.yaml',
      released: 'openapi/released',
      generate: {
        types: 'src/generated/openapi.ts',
        document: 'src/generated/document.ts',
        client: 'src/generated/client.ts',
      },
    },
  },
  // `x-request` says how tests get an example response. It is not published.
  internalExtensions: ['x-request'],
  credentials: { oauth: 'warden-token' },
})
