import { isSecretName } from './is-secret-name.ts'
import { percentDecode } from './percent-encode.ts'
import type { WireRequest } from './wire-request.ts'

/** What stands in place of a secret. */
export const MASK = '***'

/** A request as reports may show it: secret headers, cookies, query parameters and form fields masked, the rest as it was sent. */
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

/** Headers of a request or an answer with the secret ones masked; the scheme of a credential and the names of cookies stay. */
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

/** A base URL without the password that may stand in it. */
export const maskUrl = (url: string): string => url.replace(/^(\w+:\/\/[^/@:]*):[^/@]*@/, `$1:${MASK}@`)
