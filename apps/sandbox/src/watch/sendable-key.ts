/**
 * Whether a key can be sent: a header value has visible ASCII characters, with spaces and tabs between them (RFC 9110, section
 * 5.5).
 */
export function isSendableKey(key: string): boolean {
  return /^[!-~](?:[ -~]*[!-~])?$/.test(key)
}
