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

/** One spelling for the spellings of a URI that mean the same (RFC 3986, section 6.2.2); what is no URI stays as it is. */
export const normalizeUri = (uri: string): string => URL.parse(uri)?.href ?? uri

const decodeFragment = (fragment: string): string => {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}
