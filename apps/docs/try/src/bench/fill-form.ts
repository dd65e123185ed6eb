import type { Operation } from '../contract/operation.ts'
import type { FormField } from '../request/form-fields.ts'
import type { FilledForm } from '../request/partner-request.ts'
import { fillExample } from '../values/fill-example.ts'
import { type Defaults, defaultValue } from './default-value.ts'
import type { Draft } from './draft.ts'

/** A token of the right shape that no service has issued. */
const spoiltToken = 'not.a.token'

/** What a form is filled from, beside its draft. */
export interface FormSources extends Defaults {
  readonly operations: readonly Operation[]
  readonly token: string | undefined
}

/** The form of an operation, each gap of the draft filled with its default. */
export function fillForm(
  operation: Operation,
  fields: readonly FormField[],
  draft: Draft,
  sources: FormSources,
): FilledForm {
  return {
    values: Object.fromEntries(
      fields.map((field) => [field.id, draft.typed[field.id] ?? defaultValue(field, sources)]),
    ),
    token: operation.takesToken ? toToken(draft, sources.token) : undefined,
    body: draft.body ?? exampleBody(operation, draft, sources),
  }
}

function toToken({ tokenChoice }: Draft, kept: string | undefined): string | undefined {
  if (tokenChoice === 'kept') return kept
  return tokenChoice === 'spoilt' ? spoiltToken : undefined
}

function exampleBody(operation: Operation, draft: Draft, sources: FormSources): string | undefined {
  const examples = operation.body?.examples ?? []
  const example = examples.find(({ name }) => name === draft.exampleName) ?? examples[0]
  if (example === undefined) return operation.body === undefined ? undefined : ''
  return JSON.stringify(fillExample(example.value, sources.operations, sources.remembered), null, 2)
}
