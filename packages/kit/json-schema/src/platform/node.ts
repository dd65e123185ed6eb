/** What judging takes from Node, and from packages that are too large for a page. */
export { domainToASCII, domainToUnicode } from 'node:url'
export { matchInTime } from '../text/linear-matching.ts'
