import type { CredentialHeaders } from '../core/settings.ts'
import type { AuthMode, Case, CaseTarget } from '../core/exchange.ts'
import { isSecretName } from '../http/secrets.ts'
import type { WireRequest, WireResponse } from '@contract-kit/openapi/wire'
import type { ApiDocument, ApiOperation, SecurityScheme } from '@contract-kit/openapi'
import { type CredentialPlace, isSent, put, remove } from './credential-places.ts'

/** One header, or one pair of a Cookie header, as the run received it. */
interface Given extends CredentialPlace {
  readonly value: string
}

/**
 * Adds credentials to requests, omits them, or spoils them. A given header with the name of an `apiKey` in query or cookie is sent there.
 */
export class Credentials {
  readonly #document: ApiDocument
  readonly #fixed: CredentialHeaders
  readonly #others = new Map<string, Credentials>()
  /** All earlier values too, since a finding may contain an old token. */
  readonly #values: Set<string>
  #given: ReadonlyMap<string, string>

  constructor(document: ApiDocument, fixed: CredentialHeaders) {
    this.#document = document
    this.#fixed = fixed
    this.#given = lowerCased(fixed)
    this.#values = new Set(this.#given.values())
  }

  /** Takes new credentials. Fixed headers of the run override them, but not those of other identities, by name. */
  renew(headers: CredentialHeaders, others: Readonly<Record<string, CredentialHeaders>> = {}): void {
    this.#given = new Map([...lowerCased(headers), ...lowerCased(this.#fixed)])
    for (const value of this.#given.values()) this.#values.add(value)
    for (const [name, given] of Object.entries(others)) {
      const other = this.#others.get(name) ?? new Credentials(this.#document, {})
      other.renew(given)
      this.#others.set(name, other)
    }
  }

  /** Remembers the credentials of an exchange that somebody else made, so that no report shows them. */
  learn(request: Pick<WireRequest, 'target' | 'headers'>, response: Pick<WireResponse, 'headers'>): void {
    const declared = this.#credentialsOf(undefined)
    const names = this.secretNames
    const cookies = [
      ...request.headers.flatMap(([name, value]) => (name === 'cookie' ? cookiesApart(name, value) : [])),
      ...response.headers.flatMap(([name, value]) =>
        name === 'set-cookie' ? cookiesApart('cookie', value.split(';')[0] ?? '') : [],
      ),
    ]
    for (const cookie of cookies)
      // A short cookie that is no declared credential, such as a language, is also a word of ordinary texts.
      if (cookie.value.length >= SESSION_ID || declared.some((entry) => isNamed(entry, cookie)))
        this.#values.add(cookie.value)
    for (const [name, value] of request.headers)
      if (name !== 'cookie' && isSecretName(name, names)) this.#values.add(value)
    for (const [name, value] of new URLSearchParams(request.target.split('?')[1] ?? ''))
      if (isSecretName(name, names)) this.#values.add(value)
  }

  /**
   * Whether a request that somebody else made may have had credentials: those of the operation, or any other. `mayHave` tells which headers
   * may have been sent without being seen.
   */
  mayBeIn(operation: ApiOperation, request: WireRequest, mayHave: (header: string) => boolean): boolean {
    const names = this.secretNames
    const sent = [...request.headers.map(([name]) => name), ...queryNames(request.target)]
    return (
      sent.some((name) => isSecretName(name, names)) ||
      mayHave('authorization') ||
      mayHave('cookie') ||
      this.#credentialsOf(operation).some(
        (entry) => isSent(request, entry) || (entry.place === 'header' && mayHave(entry.name.toLowerCase())),
      )
    )
  }

  /**
   * Values that must not be shown anywhere, longest first. A short word such as `main` is masked only in its own header, since it would
   * leave gaps in every text that uses it.
   */
  get secrets(): readonly string[] {
    const values = [...this.#values].flatMap((value) => [
      value,
      value.replace(/^\S+\s+/, ''),
      ...value.split(/;\s*/).map((pair) => pair.slice(pair.indexOf('=') + 1)),
    ])
    return [...new Set([...values, ...this.#others.values().flatMap(({ secrets }) => secrets)])]
      .filter((value) => value.length >= 8 || (value.length >= 5 && /[^a-z]/i.test(value)))
      .toSorted((a, b) => b.length - a.length)
  }

  /** Names of headers, query parameters and cookies whose values must not be shown, in lower case. */
  get secretNames(): readonly string[] {
    return [
      ...new Set([
        ...this.#given.keys(),
        ...this.#others.values().flatMap(({ secretNames }) => secretNames),
        ...this.#document.securitySchemes
          .values()
          .flatMap(placesOf)
          .map(({ name }) => name.toLowerCase()),
        TOKEN_IN_QUERY,
      ]),
    ]
  }

  /**
   * The ways to authorize requests that operations accept, as the names of their schemes, and for which nothing was given: each with the
   * operations that would take it.
   */
  untried(operations: readonly ApiOperation[]): ReadonlyMap<string, readonly ApiOperation[]> {
    const ways = operations.flatMap((operation) =>
      operation.security
        .filter(({ schemes }) => !schemes.every(({ name }) => this.isGiven(name)))
        .map(({ schemes }) => ({ way: schemes.map(({ name }) => name).join(' with '), operation })),
    )
    const byWay = Map.groupBy(ways, ({ way }) => way)
    return new Map([...byWay].map(([way, found]) => [way, found.map(({ operation }) => operation)]))
  }

  /** Whether the run has a credential of a scheme. */
  isGiven(name: string): boolean {
    const scheme = this.#document.securitySchemes.get(name)
    const isBasic = scheme?.scheme === 'basic'
    return this.#placesOfScheme(name).some((place) =>
      this.#entries().some(
        (given) =>
          isNamed(place, given) && (scheme?.type === 'apiKey' || /^basic /i.test(given.value) === isBasic),
      ),
    )
  }

  /**
   * Credentials as the case wants them; `only` names the one scheme that `mode` is about, the others of its requirement being given. A given
   * header that is no credential is sent as well, but for the one that the case breaks: `broken`.
   */
  apply(
    operation: ApiOperation | undefined,
    mode: SentMode,
    request: WireRequest,
    about: { readonly only?: string | undefined; readonly broken?: CaseTarget | undefined } = {},
  ): WireRequest {
    const applied = this.#apply(operation, mode, request, about)
    const isDeclared = this.#credentialsOf(operation).some((place) => isNamed(place, AUTHORIZATION))
    // A server may read this header though the document does not say so (RFC 9110, 11.6.2), and let in what should have no way in.
    return mode === 'given' || isDeclared ? applied : remove(applied, AUTHORIZATION)
  }

  #apply(
    operation: ApiOperation | undefined,
    mode: SentMode,
    request: WireRequest,
    { only, broken }: { readonly only?: string | undefined; readonly broken?: CaseTarget | undefined },
  ): WireRequest {
    // A client without credentials sends none to an open operation either, of any scheme.
    const isOpen = operation?.security.length === 0 && mode === 'none'
    const places = this.#credentialsOf(isOpen ? undefined : operation)
    if (only === undefined) return this.#applyTo(places, mode, request, broken)
    const requirement = operation?.security.find(({ schemes }) => schemes.some(({ name }) => name === only))
    const siblings = (requirement?.schemes ?? []).filter(({ name }) => name !== only)
    const bare = this.#applyTo(places, 'none', request, broken)
    const dressed = siblings.reduce(
      (result, { name }) => this.#applyScheme(name, 'given', result, broken),
      bare,
    )
    return this.#applyScheme(only, mode, dressed, broken)
  }

  #applyScheme(
    name: string,
    mode: SentMode,
    request: WireRequest,
    broken: CaseTarget | undefined,
  ): WireRequest {
    const places = this.#placesOfScheme(name)
    const given = this.#entries().filter((entry) => places.some((place) => isNamed(place, entry)))
    return this.#applyTo(places, mode, request, broken, given)
  }

  /** The request of a case as it is sent; an undeclared HEAD has the credentials of GET, which it repeats (RFC 9110, 9.3.2). */
  dress(sent: Case): WireRequest {
    const { auth, request, authScheme } = sent
    const likeGet = request.method === 'HEAD' ? this.#document.paths.get(sent.path) : undefined
    const operation = sent.operation ?? likeGet?.find(({ method }) => method === 'GET')
    const mode = auth === 'other' ? 'given' : auth
    return this.#of(sent).apply(operation, mode, request, { only: authScheme, broken: brokenBy(sent) })
  }

  /** The request of a case with the given headers that are no credentials; the document describes this request. */
  withPlainHeaders(sent: Case): WireRequest {
    const credentials = this.#credentialsOf(sent.operation)
    return this.#of(sent)
      .#entries()
      .filter((given) => !isAt(brokenBy(sent), given) && !credentials.some((entry) => isNamed(entry, given)))
      .reduce((result, given) => put(result, given, given.value), sent.request)
  }

  #of({ identity }: Case): Credentials {
    return (identity && this.#others.get(identity.name)) ?? this
  }

  #entries(): readonly Given[] {
    return [...this.#given].flatMap(([name, text]) => cookiesApart(name, text))
  }

  #applyTo(
    credentials: readonly CredentialPlace[],
    mode: SentMode,
    request: WireRequest,
    broken: CaseTarget | undefined,
    entries = this.#entries(),
  ): WireRequest {
    let result = request
    for (const { value, ...given } of entries) {
      const credential = credentials.find((entry) => isNamed(entry, given))
      if (mode === 'none' && (credential !== undefined || credentials.length === 0)) continue
      if (credential === undefined) result = isAt(broken, given) ? result : put(result, given, value)
      else if (mode === 'misplaced') result = putElsewhere(result, credential, value)
      else result = put(result, credential, inMode(mode, value))
    }
    if (mode === 'given') return result
    return credentials.reduce(
      (changed, credential) =>
        mode === 'none'
          ? remove(changed, credential)
          : mode !== 'invalid' || isSent(changed, credential)
            ? changed
            : put(changed, credential, inventedFor(credential)),
      result,
    )
  }

  #placesOfScheme(name: string): readonly CredentialPlace[] {
    const scheme = this.#document.securitySchemes.get(name)
    return scheme === undefined ? [] : placesOf(scheme)
  }

  /** The places where the operation looks for credentials; without an operation, those of any operation. */
  #credentialsOf(operation: ApiOperation | undefined): readonly CredentialPlace[] {
    const schemes =
      operation === undefined
        ? [...this.#document.securitySchemes.values()]
        : operation.security.flatMap(({ schemes: named }) =>
            named.flatMap(({ name }) => this.#document.securitySchemes.get(name) ?? []),
          )
    return schemes
      .flatMap(placesOf)
      .filter(
        (entry, index, all) =>
          all.findIndex((other) => other.place === entry.place && other.name === entry.name) === index,
      )
  }
}

/** The part that a case breaks stays broken. Other values of the case give way to those that the run was told to send. */
const brokenBy = ({ mode, target }: Case): CaseTarget | undefined =>
  mode === 'negative' ? target : undefined

const isAt = (target: CaseTarget | undefined, { place, name }: CredentialPlace): boolean =>
  target?.location === place && (place === 'header' ? target.name.toLowerCase() : target.name) === name

/** A given Cookie header holds as many credentials as it has pairs. */
const cookiesApart = (name: string, value: string): readonly Given[] =>
  name === 'cookie'
    ? value.split(/;\s*/).map((pair) => ({
        place: 'cookie',
        name: pair.split('=')[0] ?? '',
        value: pair.slice(pair.indexOf('=') + 1),
      }))
    : [{ place: 'header', name, value }]

/** A credential is given under its own name: as a header, whatever its place, or in its place. */
const isNamed = (credential: CredentialPlace, given: CredentialPlace): boolean =>
  given.place === 'cookie'
    ? credential.place === 'cookie' && credential.name === given.name
    : credential.name.toLowerCase() === given.name

const AUTHORIZATION: CredentialPlace = { place: 'header', name: 'authorization' }

/** The name of a header (RFC 9110, 5.1) at the beginning of a text: `Authorization` of `Authorization: Bearer`, as some documents write it. */
const headerNameIn = (text: string): string => /^[\w!#$%&'*+.^`|~-]+/.exec(text)?.[0] ?? text

const placesOf = (scheme: SecurityScheme): CredentialPlace[] => {
  if (scheme.type === 'mutualTLS') return []
  if (scheme.type !== 'apiKey') return [AUTHORIZATION]
  if (scheme.in === undefined || scheme.parameterName === undefined) return []
  const name = scheme.in === 'header' ? headerNameIn(scheme.parameterName) : scheme.parameterName
  return [{ place: scheme.in, name }]
}

const lowerCased = (headers: CredentialHeaders): Map<string, string> =>
  new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

const inventedFor = ({ place, name }: CredentialPlace): string =>
  place === 'header' && name.toLowerCase() === 'authorization'
    ? 'Bearer not-a-valid-credential'
    : 'not-a-valid-credential'

/** The name by which some servers take a bearer token in the query (RFC 6750, 2.3), which OpenAPI describes as an API key. */
const TOKEN_IN_QUERY = 'access_token'

/** A credential in a place that nobody declares; undefined for one that servers know in its own place alone, such as Basic. */
const moveCredential = ({ place, name }: CredentialPlace, value: string): Given | undefined => {
  if (place === 'query') return { place: 'header', name: name.toLowerCase(), value }
  if (name.toLowerCase() !== 'authorization') return { place: 'query', name, value }
  const [, token] = /^bearer\s+(.+)$/i.exec(value) ?? []
  return token === undefined ? undefined : { place: 'query', name: TOKEN_IN_QUERY, value: token }
}

const putElsewhere = (request: WireRequest, own: CredentialPlace, value: string): WireRequest => {
  const moved = moveCredential(own, value)
  const bare = remove(request, own)
  return moved === undefined ? bare : put(bare, moved, moved.value)
}

/** Whether a credential of a scheme can be sent to an operation in a place where nobody declares anything. */
export const canBeMisplaced = (
  { securitySchemes }: Pick<ApiDocument, 'securitySchemes'>,
  { parameters }: ApiOperation,
  scheme: SecurityScheme,
): boolean => {
  const [own] = placesOf(scheme)
  const isBearer = scheme.type !== 'http' || scheme.scheme === 'bearer'
  const moved = own && moveCredential(own, isBearer ? 'Bearer x' : '')
  const declared = [
    ...[...securitySchemes.values()].flatMap(placesOf),
    ...parameters.map(({ in: place, name }) => ({ place, name })),
  ]
  return (
    moved !== undefined &&
    !declared.some(
      ({ place, name }) => place === moved.place && name.toLowerCase() === moved.name.toLowerCase(),
    )
  )
}

/**
 * A credential in the form that a case wants, with its scheme word unchanged. Of a user and a password, only the password is changed (RFC
 * 7617).
 */
const inMode = (mode: Exclude<SentMode, 'misplaced'>, value: string): string => {
  if (mode === 'given' || mode === 'none') return value
  if (mode === 'relabeled' && /^Bearer /i.test(value)) return value.replace(/^Bearer/i, 'Basic')
  const [, scheme = '', token = ''] = /^(\S+\s+)?(.*)$/s.exec(value) ?? []
  const change = CHANGES[mode]
  if (!/^basic\s/i.test(scheme)) return scheme + change(token)
  const [user = '', ...password] = Buffer.from(token, 'base64').toString('utf8').split(':')
  return scheme + Buffer.from(`${user}:${change(password.join(':'))}`).toString('base64')
}

/** Same length, same classes of characters, another value. */
const spoil = (token: string): string =>
  token.replaceAll(/[0-9]/g, (digit) => String((Number(digit) + 5) % 10)).replaceAll(/[a-z]/gi, rotated)

const recased = (token: string): string =>
  token.replaceAll(/[a-z]/gi, (letter) => (letter <= 'Z' ? letter.toLowerCase() : letter.toUpperCase()))

type SentMode = Exclude<AuthMode, 'other'>

const CHANGES: Readonly<
  Record<Exclude<SentMode, 'given' | 'none' | 'misplaced'>, (token: string) => string>
> = {
  invalid: spoil,
  cut: (token) => token.slice(0, -1),
  longer: (token) => `${token}x`,
  // Digits alone have no capitals, and those of hexadecimal numbers mean the same.
  recased: (token) => (/^[\da-f-]*$/i.test(token) ? spoil(token) : recased(token)),
  // A credential that is no bearer token has no other label.
  relabeled: spoil,
}

const rotated = (letter: string): string => {
  const first = letter <= 'Z' ? 65 : 97
  return String.fromCodePoint(((letter.charCodeAt(0) - first + 13) % 26) + first)
}

/** An identifier of a session has at least so many characters (OWASP: 64 bits of entropy in hexadecimal digits). */
const SESSION_ID = 16

const queryNames = (target: string): readonly string[] => [
  ...new URLSearchParams(target.split('?')[1] ?? '').keys(),
]

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
