import { openapiDocument } from '@giftcards/contract'
import { sandboxDocument } from '@giftcards/contract/sandbox'
import { describe, expect, it } from 'vitest'
import * as partner from '../partner/partner-failures.ts'
import { refusalCatalogue } from './refusal-catalogue.ts'

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
        partner.tokenMissing('token_missing'),
        partner.tokenMissing('token_expired'),
        partner.tokenMissing('token_invalid'),
        partner.unauthorized('missing_user_agent'),
        partner.unauthorized('missing_app'),
        partner.unauthorized('unknown_app'),
        partner.sessionWithoutApp,
        partner.loginRequired,
      ].map(({ status, code, messages }) => `${status} ${code}: ${messages.join(' | ')}`),
      // Said by src/http and by the sandbox guard, whose own tests pin the words.
      '400 invalid_json: Request body is not valid JSON',
      '413 payload_too_large: Request body is too large',
      '415 unsupported_media_type: Content-Type must be application/json',
      '500 internal_error: Internal server error',
      '503 service_unavailable: Service unavailable',
      '401 sandbox_key_invalid: Unauthorized',
    ])
    expect([...documented].filter((error) => !spoken.has(error))).toStrictEqual([])
  })

  it('gives every code snake case', () => {
    const codes = Object.values(refusalCatalogue).map(({ code }) => code)
    expect(codes.filter((code) => !/^[a-z]+(?:_[a-z]+)*$/.test(code))).toStrictEqual([])
  })
})
