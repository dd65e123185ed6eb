const WELL_KNOWN = new Set([
  'authorization',
  'proxy-authorization',
  'cookie',
  'set-cookie',
  'access_token',
  'refresh_token',
  'id_token',
  'client_secret',
  'token',
  'password',
  'secret',
])

/**
 * Whether what goes by this name is to be masked: credentials by their well-known names, anything that calls itself an API key
 * or a token header, and the names given. The case does not matter.
 */
export const isSecretName = (name: string, secretNames: readonly string[] = []): boolean => {
  const folded = name.toLowerCase()
  if (
    WELL_KNOWN.has(folded) ||
    /(^|[-_])(api[-_]?key|(auth|access|csrf|session|security)[-_]?token)$/.test(folded)
  )
    return true
  return secretNames.some((secret) => secret.toLowerCase() === folded)
}
