/** The segments of a JSON pointer in a fragment, unescaped (RFC 6901): `#/paths/~1v3` has `paths` and `/v3`. */
export function segmentsOf(pointer: string): readonly string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'))
}
