import { defineConfig } from '@contract-kit/tools'

const contract = '../packages/giftcards/contract/src/generated'
const client = '../packages/giftcards/client/src/generated'

export default defineConfig({
  documents: {
    openapi: {
      source: 'openapi.yaml',
      released: 'released',
      generate: {
        types: `${contract}/openapi.ts`,
        operations: `${contract}/operations.ts`,
        document: `${contract}/document.ts`,
        client: `${client}/api.ts`,
        examples: `${client}/examples.ts`,
        clientOptions: {
          interfaceName: 'PartnerMethods',
          note: ({ 'x-source': source }) => explainSource(String(source)),
          ignoreParameters: ['x-cc-app', 'x-request-id'],
        },
      },
    },
    sandbox: {
      source: 'sandbox.yaml',
      released: 'sandbox/released',
      generate: {
        types: `${contract}/sandbox-openapi.ts`,
        operations: `${contract}/sandbox-operations.ts`,
        document: `${contract}/sandbox-document.ts`,
        client: `${client}/sandbox-api.ts`,
        clientOptions: {
          interfaceName: 'SandboxMethods',
          errorCodesName: 'SandboxErrorCodes',
          clientName: 'sandbox',
          ignoreParameters: ['x-request-id', 'x-sandbox-key'],
        },
      },
      samples: {
        client: { module: '@giftcards/client/sandbox', create: 'createSandboxClient', name: 'sandbox' },
      },
    },
  },
  // The source of a statement, and how a test gets an example. Neither is published.
  internalExtensions: ['x-source', 'x-request'],
  errors: { codeHeader: 'x-error-code' },
  access: { levels: ['none', 'session', 'customer'] },
  idempotency: { required: true },
  lint: { files: ['workflows/*.arazzo.yaml'] },
  credentials: { partnerApp: 'demo-app' },
  samples: {
    client: {
      module: '@giftcards/client',
      create: 'createPartnerClient',
      options: { appId: 'demo-app' },
      // Samples log in as this sandbox customer; the password is published.
      sessionOptions: { credentials: { email: 'elite@example.com', password: 'correct-horse-battery' } },
    },
    requestExtension: 'x-request',
    // Samples print this header where the call returns a new token.
    responseHeaders: ['authorization'],
  },
})

/** The source of an operation, for its doc comment. */
function explainSource(source: string): string {
  const section = /^spec (.+)$/.exec(source)?.[1]
  return section === undefined
    ? 'An extension: the specification names the operation without its shape.'
    : `Section ${section} of the specification.`
}
