import { domainToASCII, domainToUnicode } from 'node:url'

/** The dots that part labels (RFC 3490, 3.1). */
const DOTS = /[.\u3002\uff0e\uff61]/u

/** Letters, marks and digits of any script, the hyphen, the exceptions, and what needs a context (RFC 5892, 2). */
const CHARACTERS =
  /^(?:[\p{L}\p{M}\p{Nd}\u06fd\u06fe\u0f0b\u3007\u00b7\u0375\u05f3\u05f4\u30fb-]|\u200c|\u200d)+$/u

/** Exceptions that no label holds (RFC 5892, 2.6). */
const DISALLOWED = /[\u0640\u07fa\u302e\u302f\u3031-\u3035\u303b]/u

const CURSIVE =
  '[\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Mongolian}\\p{Script=Nko}\\p{Script=Mandaic}]'

/** Each finds a character out of its context (RFC 5892, appendix A); for the joiners any mark passes for a virama. */
const OUT_OF_CONTEXT: readonly RegExp[] = [
  /(?<!\p{M})\u200d/u,
  new RegExp(`(?<!\\p{M}|${CURSIVE}(?=.${CURSIVE}))\\u200c`, 'u'),
  /(?<!l)\u00b7|\u00b7(?!l)/u,
  /\u0375(?!\p{Script=Greek})/u,
  /(?<!\p{Script=Hebrew})[\u05f3\u05f4]/u,
  /^[^\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]*\u30fb[^\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]*$/u,
  /[\u0660-\u0669].*[\u06f0-\u06f9]|[\u06f0-\u06f9].*[\u0660-\u0669]/u,
]

/** Whether a text is a host name whose labels may be of any script, or the ASCII form of such (RFC 5890, 2.3.2.3). */
export const isIdnHostname = (text: string): boolean => {
  const labels = text.split(DOTS)
  if (labels.length > 1 && labels.at(-1) === '') labels.pop()
  return labels.every(isLabel) && labels.join('.').length <= 253
}

const isLabel = (label: string): boolean => {
  const unicode = /^xn--/i.test(label) ? domainToUnicode(label) : label
  if (!CHARACTERS.test(unicode) || DISALLOWED.test(unicode)) return false
  if (/^-|-$|^\p{M}|^..--/u.test(unicode)) return false
  if (OUT_OF_CONTEXT.some((rule) => rule.test(unicode))) return false
  return asciiLength(unicode) <= 63
}

/** Length of the ASCII form; a label that the platform cannot convert is measured as it stands. */
const asciiLength = (label: string): number => (domainToASCII(label) || label).length
