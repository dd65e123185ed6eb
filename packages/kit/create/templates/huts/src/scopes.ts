import type { Operation } from '@contract-kit/express'
import type { RequestHandler } from 'express'
import { document } from './generated/document.ts'

/** The tokens that this project accepts, with their scopes. Ask your authorization server instead before anybody relies on it. */
const tokens: ReadonlyMap<string, readonly string[]> = new Map([
  ['walker-token', ['huts:read']],
  ['warden-token', ['huts:read', 'huts:write']],
])

/** Guards an operation: the token must be one that is known, and have the scopes that the contract asks for. */
export function requireScopes({ object }: Operation): readonly RequestHandler[] {
  const needed = scopesOf(object['security'] ?? document.security)
  return [
    (request, response, next) => {
      const [, token = ''] = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '') ?? []
      const scopes = tokens.get(token)
      if (scopes === undefined) {
        response.setHeader('WWW-Authenticate', 'Bearer')
        throw Object.assign(new Error('The request needs a valid token'), { status: 401 })
      }
      if (!needed.every((scope) => scopes.includes(scope)))
        throw Object.assign(new Error(`The token lacks ${needed.join(' ')}`), { status: 403 })
      next()
    },
  ]
}

function scopesOf(security: unknown): readonly string[] {
  const [requirement] = security as readonly { readonly oauth?: readonly string[] }[]
  return requirement?.oauth ?? []
}
