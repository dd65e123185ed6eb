import type { Operation } from '@contract-kit/express'
import type { RequestHandler } from 'express'
import { document } from './generated/document.ts'

interface Scheme {
  readonly type: string
  readonly in?: 'header' | 'query' | 'cookie'
  readonly name?: string
  readonly scheme?: string
}

/**
 * Guards an operation that asks for credentials: they must be there, in the documented form. Any value will do, so nobody must rely
 * on it: check tokens and keys here before you serve anybody.
 */
export function requireCredentials({ object }: Operation): readonly RequestHandler[] {
  const { components = {}, security = [] } = document as {
    readonly components?: { readonly securitySchemes?: Readonly<Record<string, Scheme>> }
    readonly security?: readonly object[]
  }
  const alternatives = (object['security'] ?? security) as readonly Readonly<Record<string, unknown>>[]
  if (alternatives.length === 0 || alternatives.some((schemes) => Object.keys(schemes).length === 0))
    return []
  const { securitySchemes = {} } = components
  return [
    (request, _response, next) => {
      const hasAll = (schemes: Readonly<Record<string, unknown>>): boolean =>
        Object.keys(schemes).every((name) => isPresent(securitySchemes[name], request))
      if (!alternatives.some(hasAll))
        throw Object.assign(new Error('The request needs credentials'), { status: 401 })
      next()
    },
  ]
}

function isPresent(scheme: Scheme | undefined, request: Parameters<RequestHandler>[0]): boolean {
  if (scheme === undefined) return true
  const { type, name = '', scheme: kind = 'bearer' } = scheme
  if (type !== 'apiKey') {
    const expected = type === 'http' ? kind : 'bearer'
    return new RegExp(`^${expected} \\S`, 'i').test(request.headers.authorization ?? '')
  }
  if (scheme.in === 'query') return request.query[name] !== undefined
  if (scheme.in === 'cookie') return (request.headers.cookie ?? '').includes(`${name}=`)
  return request.headers[name.toLowerCase()] !== undefined
}
