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
  // How a test reaches an example. Published documents do not have it.
  internalExtensions: ['x-request'],
  credentials: { oauth: 'warden-token' },
})
