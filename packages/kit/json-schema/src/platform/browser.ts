import type * as node from './node.ts'

/** The same for browsers: bundlers choose it by the condition `browser`. It accepts values that it cannot check. */
export const domainToASCII: typeof node.domainToASCII = (domain) =>
  URL.parse(`http://a.${domain}`)?.hostname.slice(2) ?? ''

/** Browsers cannot decode Punycode, so the ASCII form of a domain is checked as is. */
export const domainToUnicode: typeof node.domainToUnicode = (domain) => domain

/** A page validates only the user's own input, so slow patterns are acceptable. */
export const matchInTime: typeof node.matchInTime = () => undefined
