import type { CredentialHeaders } from './check-options.ts'

/** A base URL without the user and password that may stand in it, and the header that carries them (RFC 7617), as curl does. */
export const splitUserInfo = (
  baseUrl: string,
): { readonly baseUrl: string; readonly headers: CredentialHeaders } => {
  const { username, password } = new URL(baseUrl)
  if (username === '' && password === '') return { baseUrl, headers: {} }
  const user = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString(
    'base64',
  )
  return { baseUrl: baseUrl.replace(/^(\w+:\/\/)[^/@]*@/, '$1'), headers: { authorization: `Basic ${user}` } }
}
