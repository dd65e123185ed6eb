import { describe, expect, it } from 'vitest'
import { findingsOf } from './lib/findings-of.ts'

const mustBeStated = 'x-idempotency must be one of always, key, never.'
const mustMatch = 'x-idempotency is key where the operation takes an Idempotency-Key, and only there.'
const parameters = [{ $ref: '#/components/parameters/Idempotency-Key' }]

describe('operation-idempotency', () => {
  const findings = findingsOf('operation-idempotency', {
    paths: {
      '/unstated': { get: {}, put: {}, post: {}, patch: {}, delete: {} },
      '/stated': {
        get: { 'x-idempotency': 'always' },
        put: { 'x-idempotency': 'never' },
        post: { 'x-idempotency': 'key', parameters },
        patch: { 'x-idempotency': 'perhaps' },
        delete: { 'x-idempotency': 'always' },
      },
      '/unmatched': {
        put: { 'x-idempotency': 'always', parameters },
        post: { 'x-idempotency': 'key' },
      },
    },
    components: { parameters: { 'Idempotency-Key': { name: 'Idempotency-Key', in: 'header' } } },
  })
  const messageAt = (path: string) =>
    findings.flatMap(({ pointer, message }) =>
      pointer.startsWith(`#/paths/~1${path}/`) ? [`${pointer.split('/')[3]}: ${message}`] : [],
    )

  it('reports every method that changes something and does not state it', () => {
    expect(messageAt('unstated')).toEqual(
      ['put', 'post', 'delete', 'patch'].map((method) => `${method}: ${mustBeStated}`),
    )
  })

  it('reports a safe method that states it, and an unknown value', () => {
    expect(messageAt('stated')).toEqual([
      'get: x-idempotency is for methods that change something.',
      `patch: ${mustBeStated}`,
    ])
  })

  it('reports a statement that the Idempotency-Key contradicts', () => {
    expect(messageAt('unmatched')).toEqual([`put: ${mustMatch}`, `post: ${mustMatch}`])
  })
})
