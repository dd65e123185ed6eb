import type { Operation } from '@contract-kit/express'
import type { Request, RequestHandler } from 'express'
import { openapiDocument } from './generated/document.ts'

/** Returns the scopes of the credential in a request, or undefined without a valid credential. A scheme without scopes has none. */
export type CredentialCheck = (request: Request) => readonly string[] | undefined

/** The accepted tokens with their scopes. Replace this with a call to your authorization server before production. */
const tokens: ReadonlyMap<string, readonly string[]> = new Map([
  ['walker-token', ['huts:read']],
  ['warden-token', ['huts:read', 'huts:write']],
])

/** Guards an operation by its `security` in the contract. Add a check for each security scheme, by its name. */
export const requireSecurity = guardBy({
  oauth({ headers: { authorization = '' } }) {
    const [, token = ''] = /^Bearer (\S+)$/i.exec(authorization) ?? []
    return tokens.get(token)
  },
})

/** Security schemes with their required scopes. All of them must hold. The contract lists alternatives. */
type Requirement = Readonly<Record<string, readonly string[]>>

/**
 * Creates the guards of operations: every scheme of one alternative in `security` must hold. If a scheme has no check, this throws an
 * error, and the server does not start.
 */
export function guardBy(checks: Readonly<Record<string, CredentialCheck>>) {
  return ({ operationId, object }: Operation): readonly RequestHandler[] => {
    const declared = object['security'] ?? openapiDocument['security'] ?? []
    const alternatives = (declared as readonly Requirement[]).map((requirement) =>
      Object.entries(requirement).map(([scheme, needed]) => {
        const check = checks[scheme]
        if (check === undefined)
          throw new Error(
            `${operationId} needs the security scheme ${scheme}: add its check to src/security.ts.`,
          )
        return { check, needed }
      }),
    )
    // Without alternatives, or with an empty one, credentials are optional.
    if (alternatives.length === 0 || alternatives.some((schemes) => schemes.length === 0)) return []
    return [
      (request, response, next) => {
        const known = alternatives
          .map((schemes) => schemes.map(({ check, needed }) => ({ scopes: check(request), needed })))
          .filter((schemes) => schemes.every(({ scopes }) => scopes !== undefined))
        const isAllowed = known.some((schemes) =>
          schemes.every(({ scopes = [], needed }) => needed.every((scope) => scopes.includes(scope))),
        )
        if (isAllowed) return next()
        if (known.length > 0) throw Object.assign(new Error('The credentials lack a scope'), { status: 403 })
        response.setHeader('WWW-Authenticate', 'Bearer')
        throw Object.assign(new Error('The request needs valid credentials'), { status: 401 })
      },
    ]
  }
}
