import type { Operation } from '@contract-kit/express'
import type { Request, RequestHandler } from 'express'
import { openapiDocument } from './generated/document.ts'

/** The one credential that is let in: as a key, as a token, and as user name and password. Replace it before you serve anybody. */
const credential = 'test'

interface Scheme {
  readonly type: string
  readonly in?: 'header' | 'query' | 'cookie'
  readonly name?: string
  readonly scheme?: string
}

/** Guards an operation that asks for credentials, in the documented form. */
export function requireCredentials({ object }: Operation): readonly RequestHandler[] {
  const { components = {}, security = [] } = openapiDocument as {
    readonly components?: { readonly securitySchemes?: Readonly<Record<string, Scheme>> }
    readonly security?: readonly object[]
  }
  const schemes = components.securitySchemes ?? {}
  // Any of these is enough; of each, all schemes are needed.
  const alternatives = ((object['security'] ?? security) as readonly object[]).map((needed) =>
    Object.keys(needed).flatMap((name) => schemes[name] ?? []),
  )
  const [first] = alternatives
  if (first === undefined || alternatives.some((needed) => needed.length === 0)) return []
  return [
    (request, response, next) => {
      if (alternatives.some((needed) => needed.every((scheme) => isSent(scheme, request)))) return next()
      response.setHeader('WWW-Authenticate', first.map(challengeOf).join(', '))
      throw Object.assign(new Error('The request needs valid credentials'), { status: 401 })
    },
  ]
}

function isSent({ type, in: place, name = '', scheme }: Scheme, request: Request): boolean {
  if (type === 'apiKey') {
    if (place === 'query') return request.query[name] === credential
    if (place === 'header') return request.headers[name.toLowerCase()] === credential
    return (request.headers.cookie ?? '').split('; ').includes(`${name}=${credential}`)
  }
  const [kind = '', value] = (request.headers.authorization ?? '').split(' ')
  if (type === 'http' && scheme?.toLowerCase() === 'basic')
    return kind.toLowerCase() === 'basic' && value === btoa(`${credential}:${credential}`)
  return kind.toLowerCase() === 'bearer' && value === credential
}

const challengeOf = ({ type, scheme = 'Bearer' }: Scheme): string =>
  type === 'apiKey' ? 'ApiKey' : type === 'http' ? scheme : 'Bearer'
