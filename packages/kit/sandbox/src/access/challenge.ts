import type { ApiDocument, ApiOperation, SecurityScheme } from '@contract-kit/openapi'

/**
 * Returns the value of `WWW-Authenticate` for an operation: one challenge per authentication scheme (RFC 9110, 11.6.1). `error` is an error
 * code of bearer tokens (RFC 6750, 3.1).
 */
export function challengesFor(
  document: ApiDocument,
  operation: ApiOperation,
  error?: 'invalid_token' | 'insufficient_scope',
  scopes: readonly string[] = [],
): string {
  const realm = quote(document.title)
  const schemes = operation.security.flatMap(({ schemes: named }) =>
    named.flatMap(({ name }) => document.securitySchemes.get(name) ?? []),
  )
  const challenges = schemes.flatMap((scheme) => toChallenge(scheme, realm, error, scopes) ?? [])
  return [...new Set(challenges)].join(', ') || `Bearer realm=${realm}`
}

function toChallenge(
  { type, scheme = 'bearer', in: place, parameterName = '' }: SecurityScheme,
  realm: string,
  error: string | undefined,
  scopes: readonly string[],
): string | undefined {
  if (type === 'mutualTLS') return undefined
  // No authentication scheme is registered for API keys; most servers send this name.
  if (type === 'apiKey') return `ApiKey realm=${realm}, in="${place}", name=${quote(parameterName)}`
  if (type === 'http' && scheme === 'basic') return `Basic realm=${realm}, charset="UTF-8"`
  if (type === 'http' && scheme !== 'bearer')
    return `${scheme.slice(0, 1).toUpperCase()}${scheme.slice(1)} realm=${realm}`
  const why = error === undefined ? '' : `, error="${error}"`
  const scope = scopes.length === 0 ? '' : `, scope=${quote(scopes.join(' '))}`
  return `Bearer realm=${realm}${why}${scope}`
}

/** A quoted string (RFC 9110, 5.6.4), which holds ASCII only. */
const quote = (text: string): string =>
  `"${text.replaceAll(/[^\x20-\x7e]/g, '').replaceAll(/[\\"]/g, String.raw`\$&`)}"`
