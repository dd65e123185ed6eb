import type { ApiOperation } from '@contract-kit/openapi'
import { isStateName, stateLimits } from '@contract-kit/resources/words'
import type { Kind } from '../document/kinds.ts'
import { choicesOf } from '../document/states.ts'
import { Refusal } from '../http/call.ts'
import type { Item } from '../state/item.ts'

/** Throws a Refusal if the description of a 409 names the allowed states and the item is in another one: `Only drafts can be changed`. */
export function requireAllowedState(operation: ApiOperation, kind: Kind, { value }: Item): void {
  if (!operation.responses.has('409')) return
  for (const [name, state] of Object.entries(value)) {
    if (!isStateName(name) || typeof state !== 'string') continue
    const choices = choicesOf(kind.shown.flatMap((sketch) => sketch.fields().get(name)?.sketch.nodes ?? []))
    const allowed = choices.includes(state) ? stateLimits(operation, kind.name, choices).allowed : []
    if (allowed.length > 0 && !allowed.includes(state))
      throw new Refusal(409, `The ${kind.name} is ${state}, not ${allowed.join(' or ')}`)
  }
}
