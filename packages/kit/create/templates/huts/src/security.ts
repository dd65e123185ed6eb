import type { Operation } from '@contract-kit/express'
import type { Request, RequestHandler } from 'express'
import { openapiDocument } from './generated/document.ts'

/** The scopes of the credential in a request, none where its scheme has no scopes. Undefined without a valid credential. */
export type CredentialCheck = (request: Request) => readonly string[] | undefined

/** The tokens that this project accepts, with their scopes. Ask your authorization server instead before anybody relies on it. */
const tokens: ReadonlyMap<string, readonly string[]> = new Map([
  ['walker-token', ['huts:read']],
  ['warden-token', ['huts:read', 'huts:write']],
])

/** Guards an operation as the contract says. Add a check for each security scheme that the contract gets, by its name. */
export const requireSecurity = guardBy({
  oauth({ headers: { authorization = '' } }) {
    const [, token = ''] = /^Bearer (\S+)$/i.exec(authorization) ?? []
    return tokens.get(token)
  },
})

/** Schemes with the scopes that are needed, all at once. The contract lists alternatives. */
type Requirement = Readonly<Record<string, readonly string[]>>

/**
 * Makes the guards of operations: one alternative of `security` must hold, with every scheme in it. A guard cannot be made, and the
 * server does not start, where the contract names a scheme without a check.
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
    // No alternative, or an empty one, lets everybody in.
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
