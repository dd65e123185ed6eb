/**
 * Path and query below the base URL that a reference leads to, resolved against the URL of the request it answered (RFC 3986, section 5).
 * One that leads above the base URL begins with as many `/..` as the base URL has segments; undefined for another origin.
 */
export const resolveTarget = (
  reference: string,
  answeredTarget: string,
  baseUrl: string,
): string | undefined => {
  const base = baseUrl.replace(/\/+$/, '')
  const from = `${base}${answeredTarget}`
  if (!URL.canParse(reference, from)) return undefined
  const found = new URL(reference, from)
  const root = new URL(base)
  const prefix = root.pathname.replace(/\/+$/, '')
  const isBelow = found.pathname === prefix || found.pathname.startsWith(`${prefix}/`)
  return found.origin === root.origin && isBelow
    ? `${found.pathname.slice(prefix.length)}${found.search}` || '/'
    : undefined
}
