/** Methods whose requests carry no body, whatever the document says (RFC 9110, 9.3.1, 9.3.2, 9.3.8). */
export const BODILESS_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'TRACE'])
