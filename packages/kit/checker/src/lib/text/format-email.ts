import { isIdnHostname } from './format-idn-hostname.ts'
import { isHostname, isIpv4, isIpv6 } from './format-network.ts'

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
export const isEmail = (text: string): boolean => {
  const parts = /^[ -~]*$/.test(text) ? split(text) : undefined
  if (parts === undefined) return false
  const [local, domain] = parts
  return (DOT_ATOM.test(local) || QUOTED.test(local)) && (isHostname(domain) || isAddressLiteral(domain))
}

/** Whether a text is a mailbox that may use letters of all scripts (RFC 6531, 3.3). */
export const isIdnEmail = (text: string): boolean => {
  const parts = split(text)
  if (parts === undefined) return false
  const [local, domain] = parts
  return (
    (WIDE_DOT_ATOM.test(local) || QUOTED.test(local)) && (isIdnHostname(domain) || isAddressLiteral(domain))
  )
}
