import { isIpv6 } from './format-network.ts'

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
export const isUri = (text: string): boolean => isReference(text, uriGrammar, true)

/** Whether a text is a URI or a relative reference (RFC 3986, 4.1). */
export const isUriReference = (text: string): boolean => isReference(text, uriGrammar, false)

/** Whether a text is an IRI with a scheme (RFC 3987, 2.2). */
export const isIri = (text: string): boolean => isReference(text, iriGrammar, true)

/** Whether a text is an IRI or a relative reference (RFC 3987, 2.2). */
export const isIriReference = (text: string): boolean => isReference(text, iriGrammar, false)

const VARIABLE = '(?:\\w|%[\\da-fA-F]{2})(?:\\.?(?:\\w|%[\\da-fA-F]{2}))*(?:\\*|:[1-9]\\d{0,3})?'
const TEMPLATE = new RegExp(
  `^(?:[^\\x00-\\x20"<>\\\\^\`{|}%]|%[\\da-fA-F]{2}|\\{[+#./;?&=,!@|]?${VARIABLE}(?:,${VARIABLE})*\\})*$`,
  'u',
)

/** Whether a text is a URI template of any level (RFC 6570, 2). */
export const isUriTemplate = (text: string): boolean => TEMPLATE.test(text)
