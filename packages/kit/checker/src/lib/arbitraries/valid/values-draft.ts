import { equalJson } from '../../schema/judge/equal-json.ts'
import type { Json } from '../../schema/json.ts'

/** The value is not this one. */
export interface ValueFact {
  readonly kind: 'notValue'
  readonly value: Json
}

/** The values that are left of a finite number. */
export class ValuesDraft {
  readonly type = 'values'
  values: readonly Json[]

  constructor(values: readonly Json[]) {
    this.values = values
  }

  clone(): ValuesDraft {
    return new ValuesDraft(this.values)
  }

  /** Adds a fact; tells why no value is left, if none is. */
  add(fact: ValueFact): string | undefined {
    this.values = this.values.filter((value) => !equalJson(value, fact.value))
    return this.values.length === 0 ? 'every value of its type is excluded' : undefined
  }
}
