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

/** A form field other than the body. */
export interface FormField {
  /** Location and name, unique within its operation: `path.shipId`. */
  readonly id: string
  readonly name: string
  readonly place: ApiParameter['in']
  readonly required: boolean
  /** Markdown. */
  readonly description: string
  /** The document's example or default as text, with arrays and objects as JSON; empty if there is none. */
  readonly example: string
  /** The values that the document or the server lists; empty if there are none. */
  readonly choices: readonly string[]
  readonly schema: SchemaNode | undefined
  /** The same for equivalent parameters of different operations. */
  readonly identity: string
  /** Defines the serialization of the value; undefined for a header that the document does not declare. */
  readonly parameter: ApiParameter | undefined
  /** Free text, a list of choices, or text with a button that generates a new key. */
  readonly control: 'text' | 'choice' | 'key'
}

/** The user's input for the next request of an operation. All other values have their defaults. */
export interface Draft {
  /** Values by field id. */
  readonly typed: Readonly<Record<string, string>>
  /** The index of the selected alternative in the operation's security. */
  readonly requirement: number
  /** Choices by security scheme name. Default: the stored credentials. */
  readonly choices: Readonly<Record<string, CredentialChoice>>
  /** The media type of the body. Default: the first. */
  readonly mediaType: string | undefined
  /** The name of the example for the body. Default: the first. */
  readonly exampleName: string | undefined
  /** The typed body; undefined while it is that of the example. */
  readonly body: string | undefined
  /** Values by the field name of a form body. */
  readonly parts: Readonly<Record<string, string>>
  readonly files: Readonly<Record<string, readonly File[]>>
}

/** A draft without any input. */
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

/** A form with all values filled in. */
export interface FilledForm extends TypedParts {
  /** Values by field id. Empty values are not sent. */
  readonly values: Readonly<Record<string, string>>
  /** The declaration of the body to send, if any. */
  readonly declaredBody: ApiMedia | undefined
  readonly body: string
}

/** The sources of the default values of a form. */
export interface FormSources {
  readonly samples: TryData['samples']
  readonly operations: readonly Operation[]
  readonly remembered: RememberedValues
  readonly idempotencyKey: string
}

/**
 * Returns all fields of an operation except the body: the document's parameters, the media type, and the headers of the server.
 */
export function toFormFields(operation: Operation, draft: Draft, server: ServerChoice): readonly FormField[] {
  const body = findBody(operation, draft)
  return [
    ...operation.parameters.filter((parameter) => !isSetByBrowser(parameter)).map(toField),
    // For multipart bodies the browser sets the media type, including the boundary.
    ...(body === undefined || kindOfBody(body) === 'multipart'
      ? []
      : [toContentType(concreteMediaType(body.contentType))]),
    ...server.headers.map(({ name, description, choices }) =>
      toHeaderField(name, { description, choices, control: choices.length > 0 ? 'choice' : 'text' }),
    ),
    ...(server.isMock ? [toPreferField(operation)] : []),
  ]
}

/** Returns the body of the selected media type, or the first. */
export function findBody(operation: Operation, { mediaType }: Draft): ApiMedia | undefined {
  const bodies = bodiesOf(operation)
  return bodies.find((body) => body.contentType === mediaType) ?? bodies[0]
}

/** Fills in the form of an operation: values from the draft, defaults for the rest. */
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

/** Whether this is the header name of idempotency keys (IETF draft, The Idempotency-Key HTTP Header Field). */
const isIdempotencyKey = (name: string): boolean => name.toLowerCase() === 'idempotency-key'

/** Returns the newest id from a response, or the document's example if the field is required. Key fields use the current key. */
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

/** Returns the selected example, or the first. */
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

/** Selects the example that a mock returns, in the syntax of Prism. */
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
