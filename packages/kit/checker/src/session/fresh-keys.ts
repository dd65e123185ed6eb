import { createHash } from 'node:crypto'
import { sample } from 'fast-check'
import { isValid } from '@contract-kit/json-schema/schemas'
import { validValuesOf } from '@contract-kit/json-schema/values'
import type { ApiParameter } from '@contract-kit/openapi'
import { findIdempotencyKey } from '@contract-kit/resources/exchanges'
import { deriveSeed, wireKey } from '../core/case.ts'
import type { Case } from '../core/exchange.ts'

/**
 * Gives each request a new idempotency key, because a server treats a second request with the same key as a repetition. Requests that test
 * keys keep theirs. Equal requests in any order get the same keys.
 */
export class FreshKeys {
  readonly #seed: number
  /** The number of requests so far, by digest of their common parts. */
  readonly #counts = new Map<string, number>()

  constructor(seed: number) {
    this.#seed = seed
  }

  /** A request with its own key; unchanged if it has no key or tests it. */
  renew(sent: Case): Case {
    const { operation, values, target, request, keepsKey = false } = sent
    const parameter = operation && findIdempotencyKey(operation)
    if (parameter === undefined || values?.header[parameter.name] === undefined || keepsKey) return sent
    const name = parameter.name.toLowerCase()
    if (target.location === 'header' && target.name.toLowerCase() === name) return sent
    const key = this.#keyFor(parameter, wireKey(sent))
    return {
      ...sent,
      values: { ...values, header: { ...values.header, [parameter.name]: key } },
      request: {
        ...request,
        headers: request.headers.map((header) =>
          header[0].toLowerCase() === name ? [header[0], key] : header,
        ),
      },
    }
  }

  #keyFor({ schema }: ApiParameter, wire: string): string {
    const digest = createHash('sha256').update(wire).digest('hex')
    const count = (this.#counts.get(digest) ?? 0) + 1
    this.#counts.set(digest, count)
    const own = createHash('sha256').update([this.#seed, digest, count].join('\n')).digest('hex')
    const uuid = own.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5')
    if (schema === undefined || isValid(schema, uuid, { direction: 'request' })) return uuid
    const seed = deriveSeed(this.#seed, 'key', own)
    const [value] = sample(validValuesOf(schema, { direction: 'request' }), { seed, numRuns: 1 })
    return typeof value === 'string' ? value : uuid
  }
}
