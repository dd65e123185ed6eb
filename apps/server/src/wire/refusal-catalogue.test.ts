import { openapiDocument } from '@giftcards/contract'
import { sandboxDocument } from '@giftcards/contract/sandbox'
import { describe, expect, it } from 'vitest'
import * as api from './api-error.ts'
import { invalidResponse, refusalCatalogue, refusalError, refusalResponse } from './refusal-catalogue.ts'

interface Documented {
  readonly paths?: Record<string, Record<string, { responses?: Record<string, unknown> }>>
}

/** Follows a local reference. */
function resolve(document: object, part: unknown): Record<string, unknown> {
  const reference = (part as { $ref?: string }).$ref
  if (reference === undefined) return part as Record<string, unknown>
  const target = reference
    .slice(2)
    .split('/')
    .reduce<unknown>((node, token) => (node as Record<string, unknown>)[token], document)
  return resolve(document, target)
}

/** `status code: message` of every error example of a document, validation texts left out. */
function documentedErrors(document: object): string[] {
  const operations = Object.values((document as Documented).paths ?? {}).flatMap((path) =>
    Object.values(path),
  )
  return operations.flatMap((operation) =>
    Object.entries(operation.responses ?? {})
      .filter(([status]) => Number(status) >= 400)
      .flatMap(([status, response]) => {
        const content = resolve(document, response)['content'] as { 'application/json': { examples: object } }
        return Object.entries(content['application/json'].examples)
          .filter(([code]) => code !== 'validation_error')
          .map(([code, example]) => {
            const { message } = resolve(document, example)['value'] as { message: string[] }
            return `${status} ${code}: ${message.join(' | ')}`
          })
      }),
  )
}

const documented = new Set([...documentedErrors(openapiDocument), ...documentedErrors(sandboxDocument)])

describe('refusalCatalogue', () => {
  it('says only what the contract documents', () => {
    const spoken = Object.values(refusalCatalogue)
      .filter(({ code }) => code !== 'validation_error')
      .map(({ status, code, message }) => `${status} ${code}: ${message}`)
    expect(spoken.filter((error) => !documented.has(error))).toStrictEqual([])
  })

  it('and the failures of the guards say all that the contract documents', () => {
    const spoken = new Set([
      ...Object.values(refusalCatalogue).map(({ status, code, message }) => `${status} ${code}: ${message}`),
      ...[
        api.tokenRefused('token_missing'),
        api.tokenRefused('token_expired'),
        api.tokenRefused('token_invalid'),
        api.unauthorized('missing_user_agent'),
        api.unauthorized('missing_app'),
        api.unauthorized('unknown_app'),
        api.sessionWithoutApp(),
        api.loginRequired(),
        api.notFound(),
      ].map(({ status, code, body }) => `${status} ${code}: ${body.message.join(' | ')}`),
      // Said by the error mapper and by the sandbox guard, whose own tests pin the words.
      '400 invalid_json: Request body is not valid JSON',
      '413 payload_too_large: Request body is too large',
      '415 unsupported_media_type: Content-Type must be application/json',
      '500 internal_error: Internal server error',
      '503 service_unavailable: Service unavailable',
      '401 sandbox_key_invalid: Unauthorized',
    ])
    expect([...documented].filter((error) => !spoken.has(error))).toStrictEqual([])
  })
})

describe('refusalResponse', () => {
  it.each([
    [{ kind: 'cart_not_found' }, 404, 'Cart not found', { 'x-error-code': 'cart_not_found' }],
    [
      { kind: 'login_failed' },
      401,
      'Invalid email or password',
      { 'www-authenticate': 'Bearer realm="partner-api"', 'x-error-code': 'login_failed' },
    ],
    [
      { kind: 'login_throttled', retryAfterSeconds: 7 },
      429,
      'Too many requests',
      { 'retry-after': 7, 'x-error-code': 'rate_limited' },
    ],
  ] as const)(
    'gives status, message and headers of %j, as refusalError does',
    (refusal, status, text, headers) => {
      const response = { status, body: { message: [text] }, headers }
      expect(refusalResponse(refusal)).toStrictEqual(response)
      expect(refusalError(refusal)).toMatchObject({ ...response, code: headers['x-error-code'] })
    },
  )
})

describe('invalidResponse', () => {
  it('gives one text per problem', () => {
    expect(invalidResponse('one', 'two')).toStrictEqual({
      status: 400,
      body: { message: ['one', 'two'] },
      headers: { 'x-error-code': 'validation_error' },
    })
  })
})
