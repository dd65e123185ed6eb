import { domainToASCII, domainToUnicode } from '#platform'
import { isNumber, isWholeNumber } from '../base/json.ts'
import { findCustomFormat } from './custom-formats.ts'
import { findExpression } from './expressions.ts'

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/
const TIME = /^(\d{2}):(\d{2}):(\d{2})(?:\.\d+)?(?:z|([+-])(\d{2}):(\d{2}))$/i
const MINUTES_PER_DAY = 24 * 60

const daysIn = (year: number, month: number): number => {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}

/** Whether a text is a `full-date` that the calendar has (RFC 3339, 5.6 and 5.7). */
const isDate = (text: string): boolean => {
  const parts = DATE.exec(text)
  if (parts === null) return false
  const [year = 0, month = 0, day = 0] = parts.slice(1).map(Number)
  return month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month)
}

/** Whether a text is a `full-time`, offset and all (RFC 3339, 5.6); a leap second only where UTC has one, at 23:59:60. */
const isTime = (text: string): boolean => {
  const parts = TIME.exec(text)
  if (parts === null) return false
  const [hour = 0, minute = 0, second = 0] = parts.slice(1, 4).map(Number)
  const [offsetHour, offsetMinute] = [Number(parts[5] ?? 0), Number(parts[6] ?? 0)]
  if (hour > 23 || minute > 59 || second > 60 || offsetHour > 23 || offsetMinute > 59) return false
  if (second < 60) return true
  const offset = (offsetHour * 60 + offsetMinute) * (parts[4] === '-' ? -1 : 1)
  const utc = (hour * 60 + minute - offset + MINUTES_PER_DAY) % MINUTES_PER_DAY
  return utc === MINUTES_PER_DAY - 1
}

/** Whether a text is a `date-time` (RFC 3339, 5.6): `t` and `z` in either case, a space for the `T`, as its note allows. */
const isDateTime = (text: string): boolean =>
  /^.{10}[Tt ]/.test(text) && isDate(text.slice(0, 10)) && isTime(text.slice(11))

/**
 * Whether a text is a duration (RFC 3339, appendix A). Lenient like ISO 8601: a unit may be left out between two
 * others, and the last number may have a fraction.
 */
const isDuration = (text: string): boolean => {
  const parts =
    /^P(?:[\d.,]+W|(?:[\d.,]+Y)?(?:[\d.,]+M)?(?:[\d.,]+D)?(T(?:[\d.,]+H)?(?:[\d.,]+M)?(?:[\d.,]+S)?)?)$/.exec(
      text,
    )
  if (parts === null || text === 'P' || parts[1] === 'T') return false
  return /^P(?:T?\d+[A-Z])*(?:T?\d+(?:[.,]\d+)?[A-Z])$/.test(text)
}

const QUOTED = /^"(?:[ !#-[\]-~\u0080-\u{10ffff}]|\\[ -~])*"$/u
const DOT_ATOM = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/
const WIDE_DOT_ATOM =
  /^[\w!#$%&'*+/=?^`{|}~\u0080-\u{10ffff}-]+(?:\.[\w!#$%&'*+/=?^`{|}~\u0080-\u{10ffff}-]+)*$/u

const split = (text: string): readonly [local: string, domain: string] | undefined => {
  const at = text.lastIndexOf('@')
  return at === -1 ? undefined : [text.slice(0, at), text.slice(at + 1)]
}

const isAddressLiteral = (domain: string): boolean => {
  if (!domain.startsWith('[') || !domain.endsWith(']')) return false
  const address = domain.slice(1, -1)
  return /^ipv6:/i.test(address) ? isIpv6(address.slice(5)) : isIpv4(address)
}

/** Whether a text is a mailbox (RFC 5321, 4.1.2): dotless domains, quoted names and address literals are. */
const isEmail = (text: string): boolean => {
  const parts = /^[ -~]*$/.test(text) ? split(text) : undefined
  if (parts === undefined) return false
  const [local, domain] = parts
  return (DOT_ATOM.test(local) || QUOTED.test(local)) && (isHostname(domain) || isAddressLiteral(domain))
}

/** Whether a text is a mailbox that may use letters of all scripts (RFC 6531, 3.3). */
const isIdnEmail = (text: string): boolean => {
  const parts = split(text)
  if (parts === undefined) return false
  const [local, domain] = parts
  return (
    (WIDE_DOT_ATOM.test(local) || QUOTED.test(local)) && (isIdnHostname(domain) || isAddressLiteral(domain))
  )
}

/** The dots that separate labels (RFC 3490, 3.1). */
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
const isIdnHostname = (text: string): boolean => {
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

const OCTET = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)'
const IPV4 = new RegExp(`^${OCTET}(?:\\.${OCTET}){3}$`)

/** Whether a text is a dotted quad without leading zeros (RFC 2673, 3.2). */
const isIpv4 = (text: string): boolean => IPV4.test(text)

/** Whether a text is an IPv6 address, its last groups in dotted form or not, without a zone (RFC 4291, 2.2). */
const isIpv6 = (text: string): boolean => {
  const halves = text.split('::')
  if (halves.length > 2) return false
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')))
  const last = groups.at(-1) ?? ''
  const isDotted = last.includes('.')
  if (isDotted && (!isIpv4(last) || text.endsWith('::'))) return false
  const plain = isDotted ? groups.slice(0, -1) : groups
  if (!plain.every((group) => /^[\da-f]{1,4}$/i.test(group))) return false
  const count = plain.length + (isDotted ? 2 : 0)
  return halves.length === 2 ? count <= 7 : count === 8
}

const LABEL = /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/i

/** Whether a text is a host name of letters, digits and hyphens (RFC 1123, 2.1); the dot of the root may end it. */
const isHostname = (text: string): boolean => {
  const name = text.endsWith('.') ? text.slice(0, -1) : text
  return name.length <= 253 && name.split('.').every((label) => LABEL.test(label))
}

const LARGEST_INT32 = 2 ** 31
const LARGEST_INT64 = 2 ** 63

/** Whether a number is a signed 32-bit integer (OpenAPI format registry, `int32`). */
const isInt32 = (value: number | bigint): boolean =>
  isWholeNumber(value) && value >= -LARGEST_INT32 && value < LARGEST_INT32

/**
 * Whether a number is a signed 64-bit integer (format registry, `int64`). A double may also be 2^63, since the largest integer is rounded
 * to it.
 */
const isInt64 = (value: number | bigint): boolean =>
  isWholeNumber(value) &&
  value >= -LARGEST_INT64 &&
  (typeof value === 'bigint' ? value < LARGEST_INT64 : value <= LARGEST_INT64)

/** Whether a number has a place among those of single precision; decimals round (format registry, `float`). */
const isFloat = (value: number | bigint): boolean => Number.isFinite(Math.fround(Number(value)))

/** Whether a number has a place among those of double precision (format registry, `double`). */
const isDouble = (value: number | bigint): boolean => Number.isFinite(Number(value))

const POINTER = /^(?:\/(?:[^~/]|~[01])*)*$/u
const RELATIVE = /^(?:0|[1-9]\d*)(?:[+-](?:0|[1-9]\d*))?(#|(?:\/(?:[^~/]|~[01])*)*)$/u

/** Whether a text is a JSON Pointer (RFC 6901, 3). */
const isJsonPointer = (text: string): boolean => POINTER.test(text)

/** Whether a text is a relative JSON Pointer, with the index shift of its later drafts (draft-bhutton-relative-json-pointer-00). */
const isRelativeJsonPointer = (text: string): boolean => RELATIVE.test(text)

/** Beyond ASCII, everything that is neither a control, a surrogate nor a noncharacter: wider than `ucschar` and `iprivate`. */
const WIDE =
  '\\u{a0}-\\u{d7ff}\\u{e000}-\\u{fdcf}\\u{fdf0}-\\u{ffef}\\u{10000}-\\u{1fffd}\\u{20000}-\\u{10fffd}'
const UNRESERVED = '\\w.~\\-'
const SUB_DELIMS = "!$&'()*+,;="

/** The parts of a reference (RFC 3986, appendix B). */
const PARTS = /^(?:([^:/?#]+):)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/su

interface Grammar {
  readonly userInfo: RegExp
  readonly name: RegExp
  readonly path: RegExp
  readonly query: RegExp
}

const createGrammar = (extra: string): Grammar => {
  const textOf = (more: string): RegExp =>
    new RegExp(`^(?:[${UNRESERVED}${SUB_DELIMS}${more}${extra}]|%[\\da-fA-F]{2})*$`, 'u')
  return { userInfo: textOf(':'), name: textOf(''), path: textOf(':@\\/'), query: textOf(':@\\/?') }
}

const uriGrammar = createGrammar('')
const iriGrammar = createGrammar(WIDE)

const isAuthority = (authority: string, { userInfo, name }: Grammar): boolean => {
  const at = authority.lastIndexOf('@')
  const parts = /^(\[(.*)\]|[^:]*)(?::\d*)?$/su.exec(authority.slice(at + 1))
  if (parts === null || (at !== -1 && !userInfo.test(authority.slice(0, at)))) return false
  const [, host = '', literal] = parts
  return literal === undefined
    ? name.test(host)
    : isIpv6(literal) || /^v[\da-f]+\.[\w.~!$&'()*+,;=:-]+$/i.test(literal)
}

const isReference = (text: string, grammar: Grammar, isAbsolute: boolean): boolean => {
  const [, scheme, authority, path = '', query = '', fragment = ''] = PARTS.exec(text) ?? []
  if (scheme === undefined ? isAbsolute : !/^[a-z][a-z\d+.-]*$/i.test(scheme)) return false
  if (authority !== undefined && !isAuthority(authority, grammar)) return false
  return grammar.path.test(path) && grammar.query.test(query) && grammar.query.test(fragment)
}

/** Whether a text is a URI with a scheme (RFC 3986, 3). */
const isUri = (text: string): boolean => isReference(text, uriGrammar, true)

/** Whether a text is a URI or a relative reference (RFC 3986, 4.1). */
const isUriReference = (text: string): boolean => isReference(text, uriGrammar, false)

/** Whether a text is an IRI with a scheme (RFC 3987, 2.2). */
const isIri = (text: string): boolean => isReference(text, iriGrammar, true)

/** Whether a text is an IRI or a relative reference (RFC 3987, 2.2). */
const isIriReference = (text: string): boolean => isReference(text, iriGrammar, false)

const VARIABLE = '(?:\\w|%[\\da-fA-F]{2})(?:\\.?(?:\\w|%[\\da-fA-F]{2}))*(?:\\*|:[1-9]\\d{0,3})?'
const TEMPLATE = new RegExp(
  `^(?:[^\\x00-\\x20"<>\\\\^\`{|}%]|%[\\da-fA-F]{2}|\\{[+#./;?&=,!@|]?${VARIABLE}(?:,${VARIABLE})*\\})*$`,
  'u',
)

/** Whether a text is a URI template of any level (RFC 6570, 2). */
const isUriTemplate = (text: string): boolean => TEMPLATE.test(text)

const isUuid = (text: string): boolean => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)

/** Base64 of either alphabet (RFC 4648, 4 and 5), in lines or not, padded or not. */
const isBase64 = (text: string): boolean =>
  /^(?:[\w+/-]{4})*(?:[\w+/-]{2,3}={0,2})?$/.test(text.replaceAll(/\s/g, ''))

const textFormats: ReadonlyMap<string, (text: string) => boolean> = new Map([
  ['date', isDate],
  ['date-time', isDateTime],
  ['time', isTime],
  ['duration', isDuration],
  ['email', isEmail],
  ['idn-email', isIdnEmail],
  ['hostname', isHostname],
  ['idn-hostname', isIdnHostname],
  ['ipv4', isIpv4],
  ['ipv6', isIpv6],
  ['uri', isUri],
  ['uri-reference', isUriReference],
  ['iri', isIri],
  ['iri-reference', isIriReference],
  ['uri-template', isUriTemplate],
  ['uuid', isUuid],
  ['json-pointer', isJsonPointer],
  ['relative-json-pointer', isRelativeJsonPointer],
  ['regex', (text) => findExpression(text) !== undefined],
  ['byte', isBase64],
])

const numberFormats: ReadonlyMap<string, (value: number | bigint) => boolean> = new Map([
  ['int32', isInt32],
  ['int64', isInt64],
  ['float', isFloat],
  ['double', isDouble],
])

/** The type of value that a format restricts; undefined for a format that is not judged. */
export const kindOfFormat = (format: string): 'string' | 'number' | undefined => {
  if (textFormats.has(format) || findCustomFormat(format) !== undefined) return 'string'
  return numberFormats.has(format) ? 'number' : undefined
}

/**
 * Whether a value matches a format by its RFC. Accepts every value that a reasonable reading of the RFC allows, so that no correct
 * server is reported. An unknown format accepts everything, and each format accepts values of other types.
 */
export const isFormat = (format: string, value: unknown): boolean => {
  if (typeof value === 'string')
    return (textFormats.get(format) ?? findCustomFormat(format)?.validate)?.(value) ?? true
  if (isNumber(value)) return numberFormats.get(format)?.(value) ?? true
  return true
}
