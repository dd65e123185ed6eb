/** What every 401 of the partner API carries: the scheme by which to identify (RFC 9110, section 11.6.1). */
export const challengeHeaders: Readonly<Record<string, string>> = {
  'www-authenticate': 'Bearer realm="partner-api"',
}
