import type { TryItOptions } from '@contract-kit/docs'
import { openapiDocument } from '@giftcards/contract'

/** The values of `x-sandbox-trigger` that force a response, as the contract's introduction lists them. */
export const sandboxTriggers = [
  'rate_limited',
  'internal_error',
  'slow=2000',
  'insufficient_inventory',
  'payment_declined',
  'token_expired',
] as const

/** Examples of the login, one for each customer that every sandbox has. */
const publishedLogins = ['loginElite', 'loginStandard'] as const

/** The try-it options of this API: a session renewed by responses, published logins, sandbox and mock. */
export function toTryItOptions(): TryItOptions {
  return {
    servers: [
      {
        label: 'Sandbox',
        // A server that serves the page replaces the two URLs with its own and its mock's.
        url: 'http://127.0.0.1:3000',
        headers: [
          {
            name: 'x-sandbox-trigger',
            description:
              'Forces a response, in the sandbox only. One that does not apply to the operation is ignored.',
            choices: sandboxTriggers,
          },
        ],
      },
    ],
    mock: 'http://127.0.0.1:4010',
    auth: { partnerApp: { value: 'demo-app', isPublic: true } },
    session: {
      scheme: 'sessionToken',
      tokenHeader: 'authorization',
      expiresInHeader: 'x-token-exp-seconds',
      identity: '$response.body#/customer/email',
      rejected: { status: 400, codePrefix: 'token_' },
      open: { operationId: 'createSession', label: 'Open a session' },
      signIns: publishedLogins.map((example) => ({
        operationId: 'login',
        example,
        label: `Log in as ${emailOf(example)}`,
      })),
    },
    replayHeader: 'idempotent-replayed',
    // Secrets of a card: number, PIN and barcode text.
    secrets: ['number', 'pin', 'contents'],
  }
}

/** The email of a login example in the contract. */
export function emailOf(example: string): string {
  const { requestBody } = loginOperation()
  const email = requestBody?.content['application/json'].examples[example]?.value.customer.email
  if (email === undefined) throw new Error(`The contract has no example ${example} of the login`)
  return email
}

interface LoginOperation {
  readonly operationId?: string
  readonly requestBody?: {
    readonly content: {
      readonly 'application/json': {
        readonly examples: Readonly<
          Record<string, { readonly value: { readonly customer: { readonly email: string } } }>
        >
      }
    }
  }
}

function loginOperation(): LoginOperation {
  const operations = Object.values(openapiDocument.paths).flatMap((item) =>
    Object.values(item),
  ) as LoginOperation[]
  return operations.find(({ operationId }) => operationId === 'login') ?? {}
}
