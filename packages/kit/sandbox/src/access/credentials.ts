import { createHash } from 'node:crypto'
import type { ApiDocument, ApiOperation, SecurityRequirement, SecurityScheme } from '@contract-kit/openapi'
import { findMark, type Marked, setMark } from '../state/marks.ts'
import { challengesFor } from './challenge.ts'
import { Refusal } from '../http/call.ts'
import { type Presented, readCredential, type Sent } from './read-credential.ts'

/** A credential that a sandbox accepts. */
export interface Credential {
  /** The key, the token, or `user:password`. */
  readonly value: string
  /** Names the caller. Credentials with the same identity see the same items. Default: the Basic user, else the credential itself. */
  readonly identity?: string
  /** The scopes or roles that it has. Default: all. */
  readonly scopes?: readonly string[]
  /** Whether it has expired. */
  readonly isExpired?: boolean
}

/** The sender of a request. */
export interface Caller {
  /** A name that holds no secret. Undefined if the request is anonymous. */
  readonly identity: string | undefined
}

/** The authentication step of a request. */
export interface Entry {
  /** Returns the caller. Throws a Refusal if the credentials are not sufficient. */
  readonly admit: () => Caller
  readonly sent: Sent
  /** Whether the request has any credentials, valid or not. */
  readonly isAnySent: boolean
  /** The well-formed credentials for the operation. */
  readonly presented: readonly Presented[]
  /** The credentials configured at start. */
  readonly known: readonly Credential[]
}

/** The rights that a credential grants. */
interface Grant {
  readonly identity: string
  /** Whether it identifies a user. An API key identifies only an application. */
  readonly isUser: boolean
  /** Undefined means all scopes. */
  readonly scopes: readonly string[] | undefined
}

/**
 * Authenticates and authorizes requests. Without a list, any well-formed credential is accepted. With a list, only listed credentials and
 * tokens issued by an operation are accepted. Secrets are stored and compared as digests.
 */
export class Credentials {
  readonly #document: ApiDocument
  readonly #marked: Marked
  readonly #listed: ReadonlyMap<string, Credential> | undefined

  constructor(document: ApiDocument, marked: Marked, listed: readonly (string | Credential)[] | undefined) {
    this.#document = document
    this.#marked = marked
    this.#listed =
      listed &&
      new Map(
        listed
          .map((one) => (typeof one === 'string' ? { value: one } : one))
          .map((one) => [digestOf(one.value), one]),
      )
  }

  /** Returns the caller. Throws a Refusal (401 or 403) if no alternative of `security` is met. */
  admit(operation: ApiOperation, sent: Sent): Caller {
    const alternatives = operation.security.filter(({ schemes }) => schemes.length > 0)
    const missing = new Set<string>()
    let isAnySent = false
    for (const alternative of alternatives) {
      const judged = this.#judge(alternative, sent)
      isAnySent ||= judged.isAnySent
      if (judged.grants === undefined) continue
      if (judged.missing.length === 0) return { identity: identityOf(judged.grants) }
      for (const scope of judged.missing) missing.add(scope)
    }
    if (alternatives.length < operation.security.length || operation.security.length === 0)
      return { identity: undefined }
    const scopes = [...missing]
    const error = scopes.length > 0 ? 'insufficient_scope' : isAnySent ? 'invalid_token' : undefined
    const headers = {
      'www-authenticate': challengesFor(this.#document, operation, error, scopes),
    }
    if (scopes.length > 0)
      throw new Refusal(403, `The credentials lack the scope ${scopes.join(' ')}`, headers)
    const reason = isAnySent ? 'The credentials are not valid' : 'The request has no credentials'
    throw new Refusal(401, `${reason}: ${describe(this.#document, alternatives)}`, headers)
  }

  /** Prepares the authentication of a request; `admit` carries it out. */
  entryOf(operation: ApiOperation, sent: Sent): Entry {
    const schemes = operation.security.flatMap((alternative) =>
      alternative.schemes.flatMap(({ name }) => this.#document.securitySchemes.get(name) ?? []),
    )
    return {
      admit: () => this.admit(operation, sent),
      sent,
      isAnySent: this.#isAnySent(sent),
      presented: schemes
        .filter(({ type }) => type !== 'mutualTLS')
        .map((scheme) => readCredential(scheme, sent))
        .filter((one) => one !== undefined && one !== 'malformed'),
      known: [...(this.#listed?.values() ?? [])],
    }
  }

  /** Whether a request has a credential of any scheme of the document, valid or not. */
  #isAnySent(sent: Sent): boolean {
    return [...this.#document.securitySchemes.values()].some(
      (scheme) => scheme.type !== 'mutualTLS' && readCredential(scheme, sent) !== undefined,
    )
  }

  /** Accepts a token from now on. A user who logs in again sees the same items. */
  issue(token: string, user: string | undefined, caller: string | undefined): void {
    const identity = user === undefined ? (caller ?? nameOf(token)) : nameOf(user)
    setMark(this.#marked, '.token', digestOf(token), [], { identity })
  }

  /** Combines the grants of one alternative. Returns no grants if a credential is missing or wrong. */
  #judge(
    { schemes }: SecurityRequirement,
    sent: Sent,
  ): {
    readonly grants: readonly Grant[] | undefined
    readonly missing: readonly string[]
    readonly isAnySent: boolean
  } {
    const grants: Grant[] = []
    const missing: string[] = []
    let isAnySent = false
    let isMet = true
    for (const { name, scopes } of schemes) {
      const scheme = this.#document.securitySchemes.get(name)
      // A client certificate is not visible over plain HTTP.
      if (scheme === undefined || scheme.type === 'mutualTLS') continue
      const presented = readCredential(scheme, sent)
      isAnySent ||= presented !== undefined
      const grant =
        presented === undefined || presented === 'malformed' ? undefined : this.#grant(scheme, presented)
      if (grant === undefined) isMet = false
      else {
        grants.push(grant)
        missing.push(...scopes.filter((scope) => grant.scopes !== undefined && !grant.scopes.includes(scope)))
      }
    }
    return { grants: isMet ? grants : undefined, missing, isAnySent }
  }

  #grant(scheme: SecurityScheme, { value, user, claims }: Presented): Grant | undefined {
    const digest = digestOf(value)
    const isUser = scheme.type !== 'apiKey'
    const issued = findMark(this.#marked, '.token', digest)?.value['identity']
    if (typeof issued === 'string') return { identity: issued, isUser: true, scopes: undefined }
    const listed = this.#listed?.get(digest)
    if (this.#listed !== undefined && (listed === undefined || listed.isExpired === true)) return undefined
    const identity = listed?.identity ?? nameOf(user ?? claims?.subject ?? value)
    return { identity, isUser, scopes: listed?.scopes ?? claims?.scopes }
  }
}

/** The caller identified by several credentials together: tokens and passwords identify a user, keys an application. */
function identityOf(grants: readonly Grant[]): string | undefined {
  const users = grants.filter(({ isUser }) => isUser)
  const names = (users.length > 0 ? users : grants).map(({ identity }) => identity)
  return names.length === 0 ? undefined : names.join('+')
}

const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64url')

/** A name derived from the credential that does not reveal it. */
const nameOf = (text: string): string => digestOf(`caller ${text}`).slice(0, 16)

/** Describes the accepted credentials: `Basic, or the header X-Key`. */
function describe({ securitySchemes }: ApiDocument, alternatives: readonly SecurityRequirement[]): string {
  const words = alternatives.map(({ schemes }) =>
    schemes
      .map(({ name }) => securitySchemes.get(name))
      .map((scheme) => {
        if (scheme?.type === 'apiKey') return `the ${scheme.in} ${scheme.parameterName}`
        if (scheme?.type === 'mutualTLS') return 'a client certificate'
        const word = scheme?.type === 'http' ? (scheme.scheme ?? 'bearer') : 'bearer'
        return `Authorization: ${word.slice(0, 1).toUpperCase()}${word.slice(1)}`
      })
      .join(' and '),
  )
  return `it needs ${[...new Set(words)].join(', or ')}`
}
