import { percentDecode, type WireRequest } from '@contract-kit/openapi/wire'

/** The text that replaces a secret. */
export const MASK = '***'

/** Masks secret headers, cookies, query parameters and form fields of a request for reports. */
export const maskSecrets = (request: WireRequest, secretNames: readonly string[] = []): WireRequest => {
  const [path = '', ...query] = request.target.split('?')
  const isForm = request.headers.some(
    ([name, value]) => name === 'content-type' && /x-www-form-urlencoded/i.test(value),
  )
  const { body } = request
  return {
    ...request,
    target: query.length === 0 ? path : `${path}?${maskPairs(query.join('?'), secretNames)}`,
    headers: maskHeaders(request.headers, secretNames),
    body: isForm && typeof body === 'string' ? maskPairs(body, secretNames) : body,
  }
}

/** Masks secret headers of a request or response; the scheme of a credential and the names of cookies stay. */
export const maskHeaders = (
  headers: readonly (readonly [name: string, value: string])[],
  secretNames: readonly string[] = [],
): readonly (readonly [string, string])[] =>
  headers.map(([name, value]) => [
    name,
    isSecretName(name, secretNames) ? maskHeader(name.toLowerCase(), value) : value,
  ])

const maskHeader = (name: string, value: string): string => {
  if (name === 'cookie') return value.replaceAll(/([^=;\s]+)=[^;]*/g, `$1=${MASK}`)
  if (name === 'set-cookie') return value.replace(/^([^=;]+)=[^;]*/, `$1=${MASK}`)
  const scheme = name.endsWith('authorization')
    ? /^(Basic|Bearer|Digest|DPoP|Token|ApiKey) /i.exec(value)?.[0]
    : undefined
  return `${scheme ?? ''}${MASK}`
}

const maskPairs = (text: string, secretNames: readonly string[]): string =>
  text
    .split('&')
    .map((pair) => {
      const [name = ''] = pair.split('=')
      return pair.includes('=') && isSecretName(percentDecode(name), secretNames) ? `${name}=${MASK}` : pair
    })
    .join('&')

/** A base URL without its password. */
export const maskUrl = (url: string): string => url.replace(/^(\w+:\/\/[^/@:]*):[^/@]*@/, `$1:${MASK}@`)

const WELL_KNOWN = new Set([
  'authorization',
  'proxy-authorization',
  'cookie',
  'set-cookie',
  'access_token',
  'refresh_token',
  'id_token',
  'client_secret',
  'token',
  'password',
  'secret',
])

/** Whether values with this name are masked: well-known credential names, API keys, token headers, and the given names. Ignores case. */
export const isSecretName = (name: string, secretNames: readonly string[] = []): boolean => {
  const folded = name.toLowerCase()
  if (
    WELL_KNOWN.has(folded) ||
    /(^|[-_])(api[-_]?key|(auth|access|csrf|session|security)[-_]?token)$/.test(folded)
  )
    return true
  return secretNames.some((secret) => secret.toLowerCase() === folded)
}

/** Which credentials reports may show. */
export interface MaskOptions {
  /** Default: false. */
  readonly showSecrets: boolean
  /** Headers, cookies and query parameters that hold secrets, in lower case. */
  readonly secretNames: readonly string[]
  /** The credentials themselves, longest first. */
  readonly secrets: readonly string[]
}

/** Properties of responses that contain credentials. */
const HANDED_OUT =
  /("(?:[a-z]+[_-]?)?(?:token|password|secret|api[_-]?key|authorization)"\s*:\s*")(?:[^"\\]|\\.)*"/gi

/** Replaces the credentials in properties with these names. */
export const replaceHandedOut = (text: string, replace: (name: string, value: string) => string): string =>
  text.replaceAll(
    HANDED_OUT,
    (member, start: string) =>
      `${start}${replace(start.split('"')[1] ?? '', member.slice(start.length, -1))}"`,
  )

/** Masks the credentials of the run anywhere in a text. */
export const maskKnown = (text: string, { showSecrets, secrets }: MaskOptions): string =>
  showSecrets ? text : secrets.reduce((masked, secret) => masked.replaceAll(secret, MASK), text)

/** Masks the credentials of the run and those in the response itself. */
export const maskText = (text: string, options: MaskOptions): string =>
  options.showSecrets ? text : replaceHandedOut(maskKnown(text, options), () => MASK)
