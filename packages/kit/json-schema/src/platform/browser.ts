import type * as node from './node.ts'

/** The same in a browser: bundlers choose it by the condition `browser`. What it does not know, it leaves open. */
export const domainToASCII: typeof node.domainToASCII = (domain) =>
  URL.parse(`http://a.${domain}`)?.hostname.slice(2) ?? ''

/** No browser converts a domain back, so its ASCII form is judged as it stands. */
export const domainToUnicode: typeof node.domainToUnicode = (domain) => domain

/** A page judges what its reader types: the engine of the browser may take its time. */
export const matchInTime: typeof node.matchInTime = () => undefined
