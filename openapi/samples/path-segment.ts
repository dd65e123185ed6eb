/** A value as it stands in the path of a URL (RFC 3986, 3.3): `@` and `:` may stand there by themselves. */
export function pathSegment(value: string | number): string {
  return encodeURIComponent(value).replaceAll(/%(?:40|3A)/g, decodeURIComponent)
}
