/** A database URL that may be shown: without user, password, and the options, where a password may stand too. */
export function maskDatabaseUrl(url: string): string {
  const [, scheme, rest = ''] = /^(postgres(?:ql)?:\/\/)(.*)$/is.exec(url) ?? []
  if (scheme === undefined) return url
  // Characters of a password that should have been escaped end nothing: the host comes after the last @.
  const at = rest.lastIndexOf('@')
  const place = rest.slice(at + 1).replace(/[?#].*$/s, '')
  return at === -1 ? scheme + place : `${scheme}***@${place}`
}
