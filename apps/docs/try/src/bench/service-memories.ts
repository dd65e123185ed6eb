import { signal } from '@preact/signals'
import type { Outcome } from '../answer/outcome.ts'
import type { Operation } from '../contract/operation.ts'
import { type KeptToken, keepToken } from '../session/kept-token.ts'
import { type RememberedValues, rememberValues } from '../values/remembered-values.ts'

/** What the page has learnt from the answers of one address. It is never told to another one. */
export interface ServiceMemory {
  readonly token: KeptToken | undefined
  readonly remembered: RememberedValues
}

/** The memories of all addresses; reading one inside a computed signal follows its changes. */
export interface ServiceMemories {
  at(address: string): ServiceMemory
  /** Takes the token and the identifiers out of an answer; `sentToken` is the token of the request. */
  learn(address: string, operation: Operation, sentToken: string | undefined, outcome: Outcome): void
}

const empty: ServiceMemory = { token: undefined, remembered: {} }

/** Makes memories that know nothing yet. `now` is a clock in milliseconds since 1970. */
export function createServiceMemories(operations: readonly Operation[], now: () => number): ServiceMemories {
  const memories = signal<ReadonlyMap<string, ServiceMemory>>(new Map())
  const at = (address: string): ServiceMemory => memories.value.get(address) ?? empty
  return {
    at,
    learn(address, operation, sentToken, outcome) {
      if (outcome.kind === 'none') return
      const { token, remembered } = at(address)
      memories.value = new Map(memories.value).set(address, {
        token: keepToken(token, operation, sentToken, outcome, now()),
        remembered: rememberValues(remembered, operations, operation, outcome),
      })
    },
  }
}
