import type { Field, Operation } from '../contract/operation.ts'
import { sandboxTriggers } from './sandbox-triggers.ts'
import type { TargetKind } from './target.ts'

/** A field and the control that shows it: free text, a closed choice, or text with a button that makes a new key. */
export interface FormField extends Field {
  readonly control: 'text' | 'choice' | 'key'
}

/** Every field of an operation's form: the contract's, the media type of the body, and how to force an answer. */
export function formFields(operation: Operation, kind: TargetKind): readonly FormField[] {
  return [
    ...operation.fields.map((field) => ({
      ...field,
      control: field.name === 'Idempotency-Key' ? ('key' as const) : ('text' as const),
    })),
    ...(operation.body === undefined ? [] : [contentType]),
    kind === 'sandbox' ? trigger : preferredAnswer(operation),
  ]
}

const headerField = (name: string, more: Partial<FormField>): FormField => ({
  id: `header.${name}`,
  name,
  place: 'header',
  required: false,
  description: '',
  example: '',
  choices: [],
  schema: { type: 'string' },
  identity: `header.${name}`,
  control: 'text',
  ...more,
})

const contentType = headerField('Content-Type', {
  required: true,
  example: 'application/json',
  description: 'Leave it empty to send the body without a media type.',
})

const trigger = headerField('x-sandbox-trigger', {
  control: 'choice',
  choices: sandboxTriggers,
  description: 'Forces an answer, in the sandbox only. One that does not apply to the operation is ignored.',
})

/** The mock answers with the example that is asked for. */
const preferredAnswer = (operation: Operation): FormField =>
  headerField('Prefer', {
    control: 'choice',
    choices: Array.from(operation.answers).flatMap(([status, { examples }]) =>
      examples.map(({ name }) => `code=${status}, example=${name}`),
    ),
    description: 'Which of its examples the mock answers with.',
  })
