/** Resolves a reference against a base URI (RFC 3986, section 5); a base such as `urn:…` takes fragments only. */
export const resolveUri = (
  reference: string,
  base: string,
): { readonly uri: string; readonly fragment: string } => {
  const at = reference.indexOf('#')
  const address = at === -1 ? reference : reference.slice(0, at)
  const fragment = at === -1 ? '' : decodeFragment(reference.slice(at + 1))
  if (address === '') return { uri: base, fragment }
  return { uri: URL.parse(address, base)?.href ?? normalizeUri(address), fragment }
}

/** Normalizes a URI (RFC 3986, section 6.2.2). Returns any other text unchanged. */
export const normalizeUri = (uri: string): string => URL.parse(uri)?.href ?? uri

const decodeFragment = (fragment: string): string => {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}
