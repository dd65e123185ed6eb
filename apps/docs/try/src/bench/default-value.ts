import type { FormField } from '../request/form-fields.ts'
import type { RememberedValues } from '../values/remembered-values.ts'

/** What a field holds until something is typed. */
export interface Defaults {
  readonly remembered: RememberedValues
  readonly appId: string
  readonly idempotencyKey: string
}

/** The default of a field: the newest identifier of an answer, or the contract's example where a value is needed. */
export function defaultValue(field: FormField, defaults: Defaults): string {
  if (field.name === 'x-cc-app') return defaults.appId
  if (field.control === 'key') return defaults.idempotencyKey
  return defaults.remembered[field.identity]?.[0] ?? (field.required ? field.example : '')
}
