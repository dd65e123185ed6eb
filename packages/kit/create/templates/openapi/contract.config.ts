import { defineConfig } from '@contract-kit/tools'

export default defineConfig({
  documents: {
    '{{document}}': {
      source: '{{source}}',
      released: 'released',
      generate: {
        types: 'src/generated/openapi.ts',
        document: 'src/generated/document.ts',
        client: 'src/generated/client.ts',
        // `contract gen` names operations that the client cannot support.
        clientOptions: { skipUnsupported: true },
      },
    },
  },
  // Remove this once the document has no warnings.
  lint: { failOnWarnings: false },
  changes: { failOn: 'major' },
})
