import { isObject } from '@contract-kit/json-schema/json'
import type { SchemaNode } from '@contract-kit/json-schema/schemas'
import type { ApiMedia, ApiParameter, NamedExample } from '@contract-kit/openapi/open'
import { concreteMediaType } from '@contract-kit/openapi/wire'
import {
  bodiesOf,
  choicesOf,
  describeParameter,
  findGiven,
  identityOf,
  kindOfBody,
  type Operation,
  toFieldText,
} from '../../../src/openapi/operations.ts'
import type { TryData } from '../../../src/site/try-page.ts'
import type { CredentialChoice } from '../auth/credentials.ts'
import type { ServerChoice } from '../servers.ts'
import { fillExample, type RememberedValues } from '../values/remembered.ts'
import { listPartFields, toExampleText, type TypedParts } from './body.ts'

/** A field of a form, but for its body. */
export interface FormField {
  /** Place and name, unique in its operation: `path.shipId`. */
  readonly id: string
  readonly name: string
  readonly place: ApiParameter['in']
  readonly required: boolean
  /** Markdown. */
  readonly description: string
  /** The document's example or default as text, JSON for arrays and objects; empty without one. */
  readonly example: string
  /** The only values that the document knows, where it lists them. */
  readonly choices: readonly string[]
  readonly schema: SchemaNode | undefined
  /** Equal for the parameters of different operations that mean the same thing. */
  readonly identity: string
  /** By which its value is written; undefined for a header that the document does not declare. */
  readonly parameter: ApiParameter | undefined
  /** Free text, a closed choice, or text with a button that makes a new key. */
  readonly control: 'text' | 'choice' | 'key'
}

/** What the reader has decided about the next request of an operation; everything else has its default. */
export interface Draft {
  /** By the field's id. */
  readonly typed: Readonly<Record<string, string>>
  /** The alternative of the operation's security that is used. */
  readonly requirement: number
  /** By the name of the security scheme; the stored credentials by default. */
  readonly choices: Readonly<Record<string, CredentialChoice>>
  /** The media type of the body; the first by default. */
  readonly mediaType: string | undefined
  /** The example that the body comes from; the first by default. */
  readonly exampleName: string | undefined
  /** The body as typed; undefined while it is the example's. */
  readonly body: string | undefined
  /** By the name of a field of a form body. */
  readonly parts: Readonly<Record<string, string>>
  readonly files: Readonly<Record<string, readonly File[]>>
}

/** A draft in which nothing is decided. */
export const emptyDraft: Draft = {
  typed: {},
  requirement: 0,
  choices: {},
  mediaType: undefined,
  exampleName: undefined,
  body: undefined,
  parts: {},
  files: {},
}

/** A form filled in. */
export interface FilledForm extends TypedParts {
  /** By the field's id. An empty value is not sent. */
  readonly values: Readonly<Record<string, string>>
  /** The declared body that is sent, if any. */
  readonly declaredBody: ApiMedia | undefined
  readonly body: string
}

/** What a form is filled from, beside its draft. */
export interface FormSources {
  readonly samples: TryData['samples']
  readonly operations: readonly Operation[]
  readonly remembered: RememberedValues
  readonly idempotencyKey: string
}

/** Every field of an operation's form but its body: the document's, the media type, and what the server itself knows. */
export function toFormFields(operation: Operation, draft: Draft, server: ServerChoice): readonly FormField[] {
  const body = findBody(operation, draft)
  return [
    ...operation.parameters.filter((parameter) => !isSetByBrowser(parameter)).map(toField),
    // Of multipart bodies the browser names the media type, with the boundary that it has chosen.
    ...(body === undefined || kindOfBody(body) === 'multipart'
      ? []
      : [toContentType(concreteMediaType(body.contentType))]),
    ...server.headers.map(({ name, description, choices }) =>
      toHeaderField(name, { description, choices, control: choices.length > 0 ? 'choice' : 'text' }),
    ),
    ...(server.isMock ? [toPreferField(operation)] : []),
  ]
}

/** The body of the media type that is chosen. */
export function findBody(operation: Operation, { mediaType }: Draft): ApiMedia | undefined {
  const bodies = bodiesOf(operation)
  return bodies.find((body) => body.contentType === mediaType) ?? bodies[0]
}

/** The form of an operation, each gap of the draft filled with its default. */
export function fillForm(
  operation: Operation,
  fields: readonly FormField[],
  draft: Draft,
  sources: FormSources,
): FilledForm {
  const declaredBody = findBody(operation, draft)
  const partFields = declaredBody === undefined ? [] : listPartFields(declaredBody)
  return {
    values: Object.fromEntries(
      fields.map((field) => [field.id, draft.typed[field.id] ?? toDefault(field, sources)]),
    ),
    declaredBody,
    body:
      draft.body ??
      (declaredBody === undefined ? '' : toDefaultBody(operation, declaredBody, draft, sources)),
    parts: Object.fromEntries(
      partFields.map(({ name, required, example }) => [name, draft.parts[name] ?? (required ? example : '')]),
    ),
    files: draft.files,
  }
}

const toField = (parameter: ApiParameter): FormField => ({
  id: `${parameter.in}.${parameter.name}`,
  name: parameter.name,
  place: parameter.in,
  required: parameter.required,
  description: describeParameter(parameter),
  example: toFieldText(findGiven(parameter.schema, parameter.examples)),
  choices: choicesOf(parameter.schema).map(toFieldText),
  schema: parameter.schema,
  identity: identityOf(parameter),
  parameter,
  control: isIdempotencyKey(parameter.name) ? 'key' : 'text',
})

const isSetByBrowser = ({ in: place, name }: ApiParameter): boolean =>
  place === 'header' && name.toLowerCase() === 'user-agent'

/** Idempotency keys go by this name (IETF draft, The Idempotency-Key HTTP Header Field). */
const isIdempotencyKey = (name: string): boolean => name.toLowerCase() === 'idempotency-key'

/** The newest id that a response has brought, or the document's example where a value is needed. */
function toDefault(field: FormField, { remembered, idempotencyKey }: FormSources): string {
  if (field.control === 'key') return idempotencyKey
  return remembered[field.identity]?.[0] ?? (field.required ? field.example : '')
}

function toDefaultBody(
  { id }: Operation,
  body: ApiMedia,
  draft: Draft,
  { samples, operations, remembered }: FormSources,
): string {
  const value = findExample(body.examples, draft)?.value
  return toExampleText(
    body,
    isObject(value) ? fillExample(value, operations, remembered) : (value ?? samples[id]?.[body.contentType]),
  )
}

/** The example that is chosen, or the first. */
export function findExample(
  examples: readonly NamedExample[],
  { exampleName }: Draft,
): NamedExample | undefined {
  return examples.find(({ name }) => name === exampleName) ?? examples[0]
}

function toHeaderField(name: string, more: Partial<FormField>): FormField {
  return {
    id: `header.${name}`,
    name,
    place: 'header',
    required: false,
    description: '',
    example: '',
    choices: [],
    schema: undefined,
    identity: `header.${name}`,
    parameter: undefined,
    control: 'text',
    ...more,
  }
}

const toContentType = (mediaType: string): FormField =>
  toHeaderField('Content-Type', {
    required: true,
    example: mediaType,
    description: 'Leave it empty to send the body without a media type.',
  })

/** A mock responds with the example that is asked for, in the words that Prism knows. */
const toPreferField = ({ responses }: Operation): FormField =>
  toHeaderField('Prefer', {
    control: 'choice',
    choices: Array.from(responses).flatMap(([status, { media }]) => {
      const examples = media.flatMap((body) => body.examples)
      return /^\d+$/.test(status)
        ? [...new Set(examples.map(({ name }) => `code=${status}, example=${name}`))]
        : []
    }),
    description: 'The example that the mock returns.',
  })
