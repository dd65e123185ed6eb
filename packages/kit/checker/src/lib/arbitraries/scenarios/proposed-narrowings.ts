import type { Json } from '../../schema/json.ts'
import { listIn, narrowTo, restrict, typesOf } from '../invalid/narrow-shell.ts'
import type { Shell } from '../invalid/shell-of.ts'
import type { Narrowing } from './narrowing.ts'

/** The values that a schema names itself: its examples, default, constants, and null where that is one of its types. */
export const proposedNarrowings = (shell: Shell): Narrowing[] => [
  ...one(shell, 'example', 'example_value'),
  ...listIn(shell, 'examples').map((value) => narrowing(shell, 'examples', 'example_value', value)),
  ...one(shell, 'default', 'default_value'),
  ...one(shell, 'const', 'const_value'),
  ...listIn(shell, 'enum').map((value) => narrowing(shell, 'enum', 'enum_value', value)),
  // OpenAPI 3.0 lets null pass where `nullable` stands without a type, whatever else is said there.
  ...(shell['nullable'] === true && typesOf(shell) === undefined
    ? [{ scenario: 'null_value', keyword: 'nullable', shell: { const: null } }]
    : []),
  ...(typesOf(shell)?.includes('null') === true ? [narrowing(shell, 'type', 'null_value', null)] : []),
  ...(narrowTo(shell, 'boolean') !== undefined && typesOf(shell) !== undefined
    ? [true, false].map((value) => narrowing(shell, 'type', 'valid_boolean', value))
    : []),
]

const one = (shell: Shell, keyword: string, scenario: string): Narrowing[] =>
  shell[keyword] === undefined ? [] : [narrowing(shell, keyword, scenario, shell[keyword])]

const narrowing = (shell: Shell, keyword: string, scenario: string, value: Json): Narrowing => ({
  scenario,
  keyword,
  shell: restrict(shell, { const: value }),
})
