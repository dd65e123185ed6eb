import type { SecurityScheme } from '../document/api-document.ts'

/** A credential and its place in a request, not encoded. */
export interface PlacedCredential {
  readonly in: 'query' | 'header' | 'cookie'
  readonly name: string
  readonly value: string
}

/**
 * The place of a credential in a request (OpenAPI 3.1, "Security Scheme Object"): an API key, a
 * token, or the part after `Basic`. Undefined for `mutualTLS`, which authenticates the connection.
 */
export const placeCredential = (
  { type, in: place = 'header', parameterName = '', scheme = 'bearer' }: SecurityScheme,
  value: string,
): PlacedCredential | undefined => {
  if (type === 'mutualTLS') return undefined
  if (type === 'apiKey') return { in: place, name: parameterName, value }
  // Servers take the name in any case; people write it with a capital.
  const name = type === 'http' ? scheme : 'bearer'
  return {
    in: 'header',
    name: 'Authorization',
    value: `${name.charAt(0).toUpperCase()}${name.slice(1)} ${value}`,
  }
}
