import type { Json } from '../../schema/json.ts'
import type { Statement } from '../invalid/statement.ts'

/** A deterministic value for the coverage phase, with the statement that it tries (valid) or breaks (invalid). */
export interface ScenarioValue extends Statement {
  readonly value: Json
  /** `minimum_length_string`, `enum_value`, `incorrect_type`, … */
  readonly scenario: string
  /** Where the statement broken is an `anyOf` or `oneOf`: the one statement that its nearest branch breaks. */
  readonly inner?: Statement
}
