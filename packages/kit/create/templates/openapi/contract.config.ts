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
        // What the client cannot express is left out, and named.
        clientOptions: { skipUnsupported: true },
      },
    },
  },
  // The document was not written by our rules. Lower this when its warnings are gone.
  lint: { failOnWarnings: false },
  changes: { failOn: 'major' },
})
