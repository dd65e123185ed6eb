import { computed, type ReadonlySignal, signal } from '@preact/signals'
import type { Operation } from '../../src/openapi/operations.ts'
import type { TryItOptions } from '../../src/try-it-options.ts'
import { type Credential, type SecurityScheme, toFirstCredential } from './auth/credentials.ts'
import { type KeptToken, keepToken } from './auth/session.ts'
import { findErrorCode } from './response/describe.ts'
import type { ReceivedResponse } from './response/send.ts'
import { type RememberedValues, rememberValues } from './values/remembered.ts'

/** The data stored for one origin: credentials from the user, and tokens and ids from responses. */
export interface OriginMemory {
  readonly token: KeptToken | undefined
  readonly remembered: RememberedValues
  readonly credentials: Readonly<Record<string, Credential>>
}

interface MemoryParts {
  readonly operations: readonly Operation[]
  readonly schemes: readonly SecurityScheme[]
  readonly options: TryItOptions
  /** The origin of the current server. */
  readonly origin: ReadonlySignal<string>
  readonly now: () => number
}

/** Creates an empty store with separate data for each origin. Data of one origin is never sent to another. */
export function createMemories({ operations, schemes, options, origin, now }: MemoryParts) {
  const { session } = options
  const memories = signal<ReadonlyMap<string, OriginMemory>>(new Map())
  const memoryOf = (one: string): OriginMemory => memories.value.get(one) ?? emptyMemory
  const memory = computed(() => memoryOf(origin.value))
  const change = (one: string, changes: Partial<OriginMemory>): void => {
    memories.value = new Map(memories.value).set(one, { ...memoryOf(one), ...changes })
  }
  const credentialAt = (one: string, name: string): Credential => {
    const { credentials, token } = memoryOf(one)
    const kind = schemes.find((scheme) => scheme.name === name)?.kind
    const credential = credentials[name] ?? toFirstCredential(options.auth?.[name], kind)
    return session?.scheme === name ? { ...credential, token: token?.token ?? '' } : credential
  }

  return {
    /** The data of the current server's origin. */
    memory,
    /** Returns the credentials of a scheme; for the session's scheme, with the token that the service has issued. */
    getCredential: (name: string): Credential => credentialAt(origin.value, name),
    setCredential(name: string, changes: Partial<Credential>, one = origin.value): void {
      const { token } = changes
      if (session?.scheme === name && token !== undefined) {
        const kept = { token, expiresAt: undefined, identity: undefined, isRejected: false }
        change(one, { token: token === '' ? undefined : kept })
      } else {
        const { credentials } = memoryOf(one)
        change(one, { credentials: { ...credentials, [name]: { ...credentialAt(one, name), ...changes } } })
      }
    },
    /** Stores the token and the ids from a response. */
    learn(
      one: string,
      operation: Operation,
      response: ReceivedResponse,
      sent: { readonly token: string | undefined; readonly values: Readonly<Record<string, string>> },
    ): void {
      const { token, remembered } = memoryOf(one)
      const code = findErrorCode(operation, response, options.errorCode)
      const news = { operation, sent: sent.token, response, code, now: now() }
      change(one, {
        token: session === undefined ? token : keepToken(session, token, news),
        remembered: rememberValues(remembered, operations, operation, { ...response, sent: sent.values }),
      })
    },
  }
}

const emptyMemory: OriginMemory = { token: undefined, remembered: {}, credentials: {} }
