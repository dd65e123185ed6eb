/** The parts of validation that need Node, or packages that are too large for a page. */
export { domainToASCII, domainToUnicode } from 'node:url'
export { matchInTime } from '../text/linear-matching.ts'
