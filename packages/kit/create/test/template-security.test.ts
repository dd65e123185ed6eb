import type { Request, Response } from 'express'
import { describe, expect, it } from 'vitest'
import { type CredentialCheck, guardBy, requireSecurity } from '../templates/huts/src/security.ts'

type Operation = Parameters<typeof requireSecurity>[0]

const byHeader =
  (name: string): CredentialCheck =>
  ({ headers }) =>
    headers[name] === undefined ? undefined : String(headers[name]).split(' ')

const checks = { key: byHeader('x-key'), app: byHeader('x-app'), oauth: byHeader('authorization') }
const operationWith = (security: unknown): Operation =>
  ({ operationId: 'list-huts', object: { security } }) as unknown as Operation

/** Returns the status of a request: 200 if the guards accept it. */
function statusOf(security: unknown, headers: Readonly<Record<string, string>>): number {
  let status = 200
  for (const guard of guardBy(checks)(operationWith(security))) {
    try {
      void guard({ headers } as unknown as Request, { setHeader: () => {} } as unknown as Response, () => {})
    } catch (error) {
      ;({ status } = error as { readonly status: number })
    }
  }
  return status
}

describe('the security of the Trail Huts', () => {
  const read = { authorization: 'read' }
  it.each([
    ['one scheme', [{ key: [] }], { 'x-key': 'k' }, 200],
    ['one scheme without its credential', [{ key: [] }], { 'x-app': 'a' }, 401],
    ['a scope', [{ oauth: ['read'] }], read, 200],
    ['a scope that lacks', [{ oauth: ['read', 'write'] }], read, 403],
    ['two schemes at once', [{ key: [], app: [] }], { 'x-key': 'k', 'x-app': 'a' }, 200],
    ['one of two schemes at once', [{ key: [], app: [] }], { 'x-key': 'k' }, 401],
    ['the first alternative', [{ key: [] }, { oauth: ['write'] }], { 'x-key': 'k', ...read }, 200],
    ['the second alternative', [{ key: [] }, { oauth: ['read'] }], read, 200],
    ['no alternative', [{ key: [] }, { oauth: ['read'] }], { 'x-app': 'a' }, 401],
    ['an alternative without its scope', [{ key: [] }, { oauth: ['write'] }], read, 403],
    ['an optional credential', [{ key: [] }, {}], {}, 200],
    ['no security', [], {}, 200],
  ])('judges %s', (_case, security, headers, status) => {
    expect(statusOf(security, headers)).toBe(status)
  })

  it('is that of the document where an operation has none', () => {
    expect(statusOf(undefined, {})).toBe(401)
    expect(statusOf(undefined, { authorization: 'huts:read' })).toBe(200)
  })

  it('cannot be guarded where a scheme has no check', () => {
    expect(() => requireSecurity(operationWith([{ oauth: [] }, { partnerKey: [] }]))).toThrow(
      'list-huts needs the security scheme partnerKey: add its check to src/security.ts.',
    )
  })
})
