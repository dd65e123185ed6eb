import { ConfigurationError } from '../core/check-options.ts'
import type { CredentialHeaders, Identity } from '../core/settings.ts'
import { maskUrl } from '../http/secrets.ts'
import type { OtherIdentity } from '../core/exchange.ts'
import type { ApiDocument, SecurityScheme } from '@contract-kit/openapi'

/**
 * Resolves the headers of an identity; those of an `apiKey` have its documented name. Requests a new access token each time. Throws {@link
 * ConfigurationError} without secrets.
 */
export const readIdentity = async (
  { bearer, basic, apiKey = {}, oauth2, cookie = {}, headers = {} }: Identity,
  document: ApiDocument,
): Promise<CredentialHeaders> => {
  const ways = [bearer, basic, oauth2].filter((way) => way !== undefined)
  if (ways.length > 1)
    throw new ConfigurationError(
      'An identity can have only one of bearer, basic and oauth2, because they share one header.',
    )
  const keys = Object.entries(apiKey).map(([name, value]) => [keyName(name, document), value] as const)
  const token = oauth2 === undefined ? bearer : await requestToken(oauth2)
  const cookies = Object.entries(cookie).map(([name, value]) => `${name}=${value}`)
  return {
    ...headers,
    ...Object.fromEntries(keys),
    ...(cookies.length === 0 ? {} : { cookie: cookies.join('; ') }),
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(basic === undefined ? {} : { authorization: toBasic(basic.username, basic.password) }),
  }
}

/** Describes an identity for checks, without its secrets. */
export const describeIdentity = (
  name: string,
  identity: Identity,
  { securitySchemes }: ApiDocument,
): OtherIdentity => ({
  name,
  schemes: [...securitySchemes.values()]
    .filter((scheme) => serves(identity, scheme))
    .map((scheme) => scheme.name),
  scopes: identity.scopes,
  owns: identity.owns ?? false,
  isExpired: identity.expired ?? false,
})

/** Whether an identity has credentials for a scheme. A client certificate belongs to the whole run. */
const serves = (
  { bearer, basic, apiKey = {}, oauth2, cookie = {}, headers = {} }: Identity,
  { name, type, in: place, parameterName = '', scheme }: SecurityScheme,
): boolean => {
  const header = (wanted: string): string =>
    Object.entries(headers).find(([given]) => given.toLowerCase() === wanted)?.[1] ?? ''
  if (type === 'mutualTLS' || Object.hasOwn(apiKey, name)) return true
  if (type === 'apiKey' && place === 'cookie')
    return Object.hasOwn(cookie, parameterName) || `; ${header('cookie')}`.includes(`; ${parameterName}=`)
  if (type === 'apiKey') return header(parameterName.toLowerCase()) !== ''
  const word = /^\S*/.exec(header('authorization'))?.[0].toLowerCase() ?? ''
  const isBasic = basic !== undefined || word === 'basic'
  const isBearer = bearer !== undefined || oauth2 !== undefined || word === 'bearer'
  if (type !== 'http' || scheme === 'bearer') return isBearer
  return scheme === 'basic' ? isBasic : scheme === word
}

const keyName = (name: string, document: ApiDocument): string => {
  const parameterName = document.securitySchemes.get(name)?.parameterName
  if (parameterName !== undefined) return parameterName
  throw new ConfigurationError(
    `The identity has a key for ${name}, which is not an apiKey scheme of the document.`,
  )
}

const toBasic = (username: string, password: string): string =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`

/** Requests an access token with client credentials (RFC 6749, 4.4). Id and secret are form-encoded (2.3.1). */
const requestToken = async (settings: NonNullable<Identity['oauth2']>): Promise<string> => {
  const { tokenUrl, clientId, clientSecret, scopes = [], audience } = settings
  const form = new URLSearchParams({ grant_type: 'client_credentials' })
  if (scopes.length > 0) form.set('scope', scopes.join(' '))
  if (audience !== undefined) form.set('audience', audience)
  const reason = (why: string): string =>
    `No access token could be fetched from ${maskUrl(tokenUrl)}: ${why}.`
  let response: Response
  let body: unknown
  try {
    const authorization = toBasic(formEncoded(clientId), formEncoded(clientSecret))
    const headers = { authorization, accept: 'application/json' }
    response = await fetch(tokenUrl, { method: 'POST', headers, body: form })
    body = await response.json()
  } catch (error) {
    throw new ConfigurationError(reason('the response is not JSON'), { cause: error })
  }
  if (response.ok && hasToken(body)) return body.access_token
  throw new ConfigurationError(reason(`the response has the status ${response.status}`))
}

const formEncoded = (text: string): string => new URLSearchParams([['', text]]).toString().slice(1)

const hasToken = (body: unknown): body is { readonly access_token: string } =>
  typeof body === 'object' &&
  body !== null &&
  'access_token' in body &&
  typeof body.access_token === 'string' &&
  body.access_token !== ''
