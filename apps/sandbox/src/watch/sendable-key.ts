/** Whether a key can be sent: a header carries visible ASCII characters, and blanks between them (RFC 9110, section 5.5). */
export function isSendableKey(key: string): boolean {
  return /^[!-~](?:[ -~]*[!-~])?$/.test(key)
}
