import { validateHeaderValue } from 'node:http'
import { type Json, writeJson } from '@contract-kit/json-schema/json'
import {
  type ApiDocument,
  type ApiHeader,
  type ApiMedia,
  type ApiOperation,
  type ApiResponse,
  essenceOf,
  exampleValue,
} from '@contract-kit/openapi'
import { concreteMediaType, isJsonType, writeHeaderValue } from '@contract-kit/openapi/wire'

/**
 * The document that Prism serves: the examples alone, the operation of number 7 at `POST /7`. Schemas are left out. Prism takes minutes to
 * read those of 1,000 operations, its values break patterns, and it cannot read every request.
 */
export const documentOfExamples = ({ operations }: ApiDocument): object => ({
  openapi: '3.1.0',
  info: { title: 'Examples', version: '1' },
  paths: Object.fromEntries(
    operations.map((operation, index) => [`/${index}`, { post: examplesOf(operation) }]),
  ),
})

const examplesOf = ({ raw, responses, callbacks, body }: ApiOperation): object => ({
  deprecated: raw['deprecated'] === true,
  // Informational responses do not end an exchange.
  responses: Object.fromEntries(
    [...responses]
      .filter(([key]) => !key.startsWith('1'))
      .map(([key, one]) => [key.toUpperCase().replace('DEFAULT', 'default'), responseOf(one)]),
  ),
  // Callback expressions may refer to the body, which is already validated.
  ...(callbacks.length > 0 && {
    requestBody: {
      content: Object.fromEntries(
        (body?.media ?? []).map(({ contentType }) => [contentType, { schema: {} }]),
      ),
    },
  }),
  callbacks: Object.fromEntries(
    callbacks.map(({ name, operation: { path, method, body: called } }) => [
      name,
      {
        [path]: {
          [method.toLowerCase()]: {
            requestBody: { content: contentOf(called?.media ?? [], 'request') },
            responses: { default: { description: '' } },
          },
        },
      },
    ]),
  ),
})

const responseOf = ({ description, headers, media }: ApiResponse): object => ({
  description,
  headers: Object.fromEntries(headers.flatMap(headerOf)),
  content: contentOf(media, 'response'),
})

/** Headers about transfer encoding. The mock sends plain bodies. */
const framing = new Set([
  'content-encoding',
  'content-length',
  'content-type',
  'transfer-encoding',
  'connection',
])

function headerOf(header: ApiHeader): readonly (readonly [string, object])[] {
  if (framing.has(header.name.toLowerCase())) return []
  try {
    const text = writeHeaderValue(header, exampleValue(header, 'response') ?? null)
    if (text === undefined) return []
    validateHeaderValue(header.name, text)
    return [[header.name, { schema: { type: 'string' }, example: text }]]
  } catch {
    // Its value cannot be sent.
    return []
  }
}

/** A JSON response without an example gets a generated value on demand. */
const contentOf = (all: readonly ApiMedia[], direction: 'request' | 'response'): object =>
  Object.fromEntries(
    all.map((media) => {
      const type = concreteMediaType(media.contentType)
      const toBody = (value: Json): Json =>
        /^application\/(?:.*\+)?(?:json|xml)$/.test(essenceOf(type)) ? value : toText(value)
      const examples = media.examples.map(({ name, value }) => [name, { value: toBody(value) }] as const)
      const isMade = examples.length === 0 && (direction === 'request' || !isJsonType(type))
      const made = isMade ? toBody(exampleValue(media, direction) ?? null) : undefined
      return [
        type,
        { schema: {}, ...(isMade ? { example: made } : { examples: Object.fromEntries(examples) }) },
      ]
    }),
  )

export const toText = (value: Json): string => (typeof value === 'string' ? value : writeJson(value))
