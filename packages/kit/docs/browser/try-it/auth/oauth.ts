import { toObject, toText } from '../../../src/openapi/json.ts'
import { parseJson } from '../../../src/openapi/operations.ts'
import { type Credential, toBase64 } from './credentials.ts'

/** A token and its lifetime in seconds, or an error message of one sentence. */
export type TokenResult =
  { readonly token: string; readonly seconds: number | undefined } | { readonly problem: string }

/** Requests a token with the client credentials grant (RFC 6749, section 4.4) and HTTP Basic (section 2.3.1). */
export function requestClientToken(
  credential: Credential,
  tokenUrl: string,
  fetcher: typeof fetch,
): Promise<TokenResult> {
  const { value, secret, scopes } = credential
  return requestToken(
    fetcher,
    tokenUrl,
    {
      grant_type: 'client_credentials',
      ...(scopes.length > 0 ? { scope: scopes.join(' ') } : {}),
    },
    toClient(value, secret),
  )
}

/** The browser functions for the authorization code flow. */
export interface AuthorizationWindow {
  /** Opens a window and resolves with the URL that the server redirects to; undefined if the user closes it. */
  readonly authorize: (url: string, redirectUri: string) => Promise<string | undefined>
  /** The URL of this page. It must be registered as a redirect URI of the client. */
  readonly redirectUri: string
}

/** Requests a token with the authorization code grant and PKCE (RFC 6749, section 4.1; RFC 7636). */
export async function requestUserToken(
  credential: Credential,
  urls: { readonly authorizationUrl: string; readonly tokenUrl: string },
  surroundings: AuthorizationWindow & { readonly fetch: typeof fetch },
): Promise<TokenResult> {
  const { value, secret, scopes } = credential
  const verifier = createRandomText()
  const state = createRandomText()
  const { redirectUri } = surroundings
  const url = new URL(urls.authorizationUrl)
  const query = {
    response_type: 'code',
    client_id: value,
    redirect_uri: redirectUri,
    scope: scopes.join(' '),
    state,
    code_challenge: await toChallenge(verifier),
    code_challenge_method: 'S256',
  }
  for (const [name, text] of Object.entries(query)) if (text !== '') url.searchParams.set(name, text)
  const address = await surroundings.authorize(url.href, redirectUri)
  if (address === undefined) return { problem: 'The login window was closed, or blocked by the browser.' }
  const returned = new URL(address).searchParams
  const error = returned.get('error')
  if (error !== null)
    return {
      problem: `The authorization server returned ${describeError(error, returned.get('error_description') ?? '')}`,
    }
  const code = returned.get('code')
  if (code === null || returned.get('state') !== state)
    return { problem: 'The authorization server returned no code for this request.' }
  return requestToken(
    surroundings.fetch,
    urls.tokenUrl,
    {
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      code_verifier: verifier,
      client_id: value,
    },
    secret === '' ? undefined : toClient(value, secret),
  )
}

/** Joins an error code and its description, if there is one (RFC 6749, sections 4.1.2.1 and 5.2). */
const describeError = (code: string, description: string): string =>
  [code, description].filter((part) => part !== '').join(': ')

/** The user name and password of HTTP Basic: both are form-encoded (RFC 6749, section 2.3.1). */
const toClient = (id: string, secret: string): string =>
  [id, secret].map((text) => new URLSearchParams([['', text]]).toString().slice(1)).join(':')

async function requestToken(
  fetcher: typeof fetch,
  url: string,
  form: Readonly<Record<string, string>>,
  client: string | undefined,
): Promise<TokenResult> {
  try {
    const response = await fetcher(url, {
      method: 'POST',
      headers: client === undefined ? {} : { Authorization: `Basic ${toBase64(client)}` },
      body: new URLSearchParams(form),
      cache: 'no-store',
      credentials: 'omit',
    })
    const body = toObject(parseJson(await response.text()))
    const token = toText(body['access_token'])
    if (response.ok && token !== '') {
      const seconds = Number(body['expires_in'] ?? Number.NaN)
      return { token, seconds: Number.isFinite(seconds) ? seconds : undefined }
    }
    const reason = describeError(toText(body['error']), toText(body['error_description']))
    return {
      problem: `The token endpoint responded ${response.status}${reason === '' ? '' : `, ${reason}`}.`,
    }
  } catch {
    return {
      problem: `The token endpoint ${url} cannot be reached from this page. It must allow the page by CORS; else paste a token.`,
    }
  }
}

/** Returns 256 random bits as text, as RFC 7636, section 4.1, recommends. */
function createRandomText(): string {
  return toBase64Url(crypto.getRandomValues(new Uint8Array(32)))
}

async function toChallenge(verifier: string): Promise<string> {
  return toBase64Url(
    new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))),
  )
}

function toBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
