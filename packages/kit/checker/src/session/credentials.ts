import type { CredentialHeaders } from '../core/settings.ts'
import type { AuthMode, Case, CaseTarget } from '../core/exchange.ts'
import { isSecretName } from '../http/secrets.ts'
import type { WireRequest, WireResponse } from '@contract-kit/openapi/wire'
import type { ApiDocument, ApiOperation, SecurityScheme } from '@contract-kit/openapi'
import { type CredentialPlace, isSent, put, remove } from './credential-places.ts'

/** A configured header, or one pair of a Cookie header. */
interface Given extends CredentialPlace {
  readonly value: string
}

/** Adds credentials to requests, omits them, or spoils them. A header named after an `apiKey` in query or cookie is sent there. */
export class Credentials {
  readonly #document: ApiDocument
  readonly #fixed: CredentialHeaders
  readonly #others = new Map<string, Credentials>()
  /** All values, including earlier ones, because a finding may contain an old token. */
  readonly #values: Set<string>
  #given: ReadonlyMap<string, string>
  /** The given headers, with each cookie apart. */
  #entries: readonly Given[]

  constructor(document: ApiDocument, fixed: CredentialHeaders) {
    this.#document = document
    this.#fixed = fixed
    this.#given = lowerCased(fixed)
    this.#entries = entriesOf(this.#given)
    this.#values = new Set(this.#given.values())
  }

  /** Replaces the credentials. Fixed headers override those of the default identity, but not those of `others`, by name. */
  renew(headers: CredentialHeaders, others: Readonly<Record<string, CredentialHeaders>> = {}): void {
    this.#given = new Map([...lowerCased(headers), ...lowerCased(this.#fixed)])
    this.#entries = entriesOf(this.#given)
    for (const value of this.#given.values()) this.#values.add(value)
    for (const [name, given] of Object.entries(others)) {
      const other = this.#others.get(name) ?? new Credentials(this.#document, {})
      other.renew(given)
      this.#others.set(name, other)
    }
  }

  /** Learns credentials from a recorded exchange, so that reports mask them. */
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
      // A short undeclared cookie, such as a language, is also an ordinary word.
      if (cookie.value.length >= SESSION_ID || declared.some((entry) => isNamed(entry, cookie)))
        this.#values.add(cookie.value)
    for (const [name, value] of request.headers)
      if (name !== 'cookie' && isSecretName(name, names)) this.#values.add(value)
    for (const [name, value] of new URLSearchParams(request.target.split('?')[1] ?? ''))
      if (isSecretName(name, names)) this.#values.add(value)
  }

  /**
   * Whether a recorded request may have contained credentials of the operation, or any other. `mayHave` reports which headers may be
   * missing in the recording.
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
   * Values to mask everywhere, longest first. A short word such as `main` is masked only in its own header, because masking it everywhere
   * would make texts unreadable.
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

  /** Names of headers, query parameters and cookies to mask, in lower case. */
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

  /** The accepted but not configured ways to authenticate, as names of their schemes, each with its operations. */
  untried(operations: readonly ApiOperation[]): ReadonlyMap<string, readonly ApiOperation[]> {
    const ways = operations.flatMap((operation) =>
      operation.security
        .filter(({ schemes }) => !schemes.every(({ name }) => this.isGiven(name)))
        .map(({ schemes }) => ({ way: schemes.map(({ name }) => name).join(' with '), operation })),
    )
    const byWay = Map.groupBy(ways, ({ way }) => way)
    return new Map([...byWay].map(([way, found]) => [way, found.map(({ operation }) => operation)]))
  }

  /** Whether the run has a credential for a scheme. */
  isGiven(name: string): boolean {
    const scheme = this.#document.securitySchemes.get(name)
    const isBasic = scheme?.scheme === 'basic'
    return this.#placesOfScheme(name).some((place) =>
      this.#entries.some(
        (given) =>
          isNamed(place, given) && (scheme?.type === 'apiKey' || /^basic /i.test(given.value) === isBasic),
      ),
    )
  }

  /**
   * Adds credentials in the given mode. `only` limits the mode to one scheme; others in its requirement are sent unchanged. Headers that
   * are not credentials are also sent, except the one that the case breaks (`broken`).
   */
  apply(
    operation: ApiOperation | undefined,
    mode: SentMode,
    request: WireRequest,
    about: { readonly only?: string | undefined; readonly broken?: CaseTarget | undefined } = {},
  ): WireRequest {
    const applied = this.#apply(operation, mode, request, about)
    const isDeclared = this.#credentialsOf(operation).some((place) => isNamed(place, AUTHORIZATION))
    // A server may accept this header although it is undocumented (RFC 9110, 11.6.2), and authenticate a request that must be anonymous.
    return mode === 'given' || isDeclared ? applied : remove(applied, AUTHORIZATION)
  }

  #apply(
    operation: ApiOperation | undefined,
    mode: SentMode,
    request: WireRequest,
    { only, broken }: { readonly only?: string | undefined; readonly broken?: CaseTarget | undefined },
  ): WireRequest {
    // A client without credentials also sends none to an open operation.
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
    const given = this.#entries.filter((entry) => places.some((place) => isNamed(place, entry)))
    return this.#applyTo(places, mode, request, broken, given)
  }

  /** The request of a case with credentials. An undeclared HEAD has those of GET, which it repeats (RFC 9110, 9.3.2). */
  dress(sent: Case): WireRequest {
    const { auth, request, authScheme } = sent
    const likeGet = request.method === 'HEAD' ? this.#document.paths.get(sent.path) : undefined
    const operation = sent.operation ?? likeGet?.find(({ method }) => method === 'GET')
    const mode = auth === 'other' ? 'given' : auth
    return this.#of(sent).apply(operation, mode, request, { only: authScheme, broken: brokenBy(sent) })
  }

  /** The request of a case with the configured headers that are not credentials; the document describes this request. */
  withPlainHeaders(sent: Case): WireRequest {
    const credentials = this.#credentialsOf(sent.operation)
    return this.#of(sent)
      .#entries.filter(
        (given) => !isAt(brokenBy(sent), given) && !credentials.some((entry) => isNamed(entry, given)),
      )
      .reduce((result, given) => put(result, given, given.value), sent.request)
  }

  #of({ identity }: Case): Credentials {
    return (identity && this.#others.get(identity.name)) ?? this
  }

  #applyTo(
    credentials: readonly CredentialPlace[],
    mode: SentMode,
    request: WireRequest,
    broken: CaseTarget | undefined,
    entries = this.#entries,
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

  /** The places of an operation's credentials; without an operation, those of all operations. */
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

/** The part that a case breaks; configured values do not replace it. */
const brokenBy = ({ mode, target }: Case): CaseTarget | undefined =>
  mode === 'negative' ? target : undefined

const isAt = (target: CaseTarget | undefined, { place, name }: CredentialPlace): boolean =>
  target?.location === place && (place === 'header' ? target.name.toLowerCase() : target.name) === name

/** Splits a configured Cookie header into its pairs. */
const entriesOf = (given: ReadonlyMap<string, string>): readonly Given[] =>
  [...given].flatMap(([name, text]) => cookiesApart(name, text))

const cookiesApart = (name: string, value: string): readonly Given[] =>
  name === 'cookie'
    ? value.split(/;\s*/).map((pair) => ({
        place: 'cookie',
        name: pair.split('=')[0] ?? '',
        value: pair.slice(pair.indexOf('=') + 1),
      }))
    : [{ place: 'header', name, value }]

/** A credential is configured under its own name, as a header or in its place. */
const isNamed = (credential: CredentialPlace, given: CredentialPlace): boolean =>
  given.place === 'cookie'
    ? credential.place === 'cookie' && credential.name === given.name
    : credential.name.toLowerCase() === given.name

const AUTHORIZATION: CredentialPlace = { place: 'header', name: 'authorization' }

/** The header name (RFC 9110, 5.1) at the start of a text: `Authorization` of `Authorization: Bearer`, as in some documents. */
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

/** The query parameter in which some servers accept a bearer token (RFC 6750, 2.3); OpenAPI describes it as an API key. */
const TOKEN_IN_QUERY = 'access_token'

/** A credential moved to an undeclared place; undefined for one that is bound to its place, such as Basic. */
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

/** Whether a credential for an operation can be moved to an undeclared place. */
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

/** A credential in the given mode, with its scheme word unchanged. Of user and password, only the password changes (RFC 7617). */
const inMode = (mode: Exclude<SentMode, 'misplaced'>, value: string): string => {
  if (mode === 'given' || mode === 'none') return value
  if (mode === 'relabeled' && /^Bearer /i.test(value)) return value.replace(/^Bearer/i, 'Basic')
  const [, scheme = '', token = ''] = /^(\S+\s+)?(.*)$/s.exec(value) ?? []
  const change = CHANGES[mode]
  if (!/^basic\s/i.test(scheme)) return scheme + change(token)
  const [user = '', ...password] = Buffer.from(token, 'base64').toString('utf8').split(':')
  return scheme + Buffer.from(`${user}:${change(password.join(':'))}`).toString('base64')
}

/** Another value with the same length and character classes. */
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
  // Digits have no case, and hexadecimal numbers ignore it.
  recased: (token) => (/^[\da-f-]*$/i.test(token) ? spoil(token) : recased(token)),
  // Only bearer tokens can be sent under another scheme.
  relabeled: spoil,
}

const rotated = (letter: string): string => {
  const first = letter <= 'Z' ? 65 : 97
  return String.fromCodePoint(((letter.charCodeAt(0) - first + 13) % 26) + first)
}

/** The minimum length of a session id (OWASP: 64 bits of entropy in hexadecimal digits). */
const SESSION_ID = 16

const queryNames = (target: string): readonly string[] => [
  ...new URLSearchParams(target.split('?')[1] ?? '').keys(),
]

/** Splits user and password from a base URL and returns them as a header (RFC 7617), like curl. */
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
