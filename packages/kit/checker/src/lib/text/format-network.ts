const OCTET = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)'
const IPV4 = new RegExp(`^${OCTET}(?:\\.${OCTET}){3}$`)

/** Whether a text is a dotted quad without leading zeros (RFC 2673, 3.2). */
export const isIpv4 = (text: string): boolean => IPV4.test(text)

/** Whether a text is an IPv6 address, its last groups in dotted form or not, without a zone (RFC 4291, 2.2). */
export const isIpv6 = (text: string): boolean => {
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
export const isHostname = (text: string): boolean => {
  const name = text.endsWith('.') ? text.slice(0, -1) : text
  return name.length <= 253 && name.split('.').every((label) => LABEL.test(label))
}
