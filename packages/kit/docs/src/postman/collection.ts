import { writeJson } from '@contract-kit/json-schema/json'
import {
  type ApiDocument,
  type ApiOperation,
  exampleBaseUrl,
  type NamedExample,
  pickMedia,
} from '@contract-kit/openapi'
import { BODILESS_METHODS, isJsonType } from '@contract-kit/openapi/wire'
import type { DocumentPage } from '../home-page.ts'
import { type JsonObject, toObject, toText } from '../openapi/json.ts'
import { type Operation, summaryOf, toShownText } from '../openapi/operations.ts'
import { titleOf } from '../openapi/read-document.ts'
import type { TryItOptions, TryItSession } from '../try-it-options.ts'
import { type Flow, planFlow } from './flow.ts'
import { toPasswordName, toRequest } from './request.ts'
import { toSessionScript, toVariableScript } from './scripts.ts'

/** The collection of a document beside its page: `reference.postman_collection.json`. */
export function toCollectionPath(page: string): string {
  return page.replace(/\.html$/, '.postman_collection.json')
}

interface Context {
  readonly document: ApiDocument
  readonly session: TryItSession | undefined
  readonly flow: Flow
  /** The variable names by base URL. */
  readonly baseUrls: ReadonlyMap<string, string>
}

/**
 * A document as a Postman collection (format 2.1), with a folder for each tag and a request for each operation. An
 * operation whose body has several examples is a folder with a request for each. Base URL and credentials are
 * variables, and so are the ids that requests create. If the collection runs from top to bottom, every request has the ids
 * that it needs.
 */
export function toPostmanCollection(
  { document, operations }: DocumentPage,
  { auth = {}, session }: Pick<TryItOptions, 'auth' | 'session'>,
): JsonObject {
  const calls = operations.filter(({ isWebhook }) => !isWebhook)
  const baseUrls = nameBaseUrls(document, calls)
  const credentials = [...document.securitySchemes.values()].flatMap(({ name, scheme }) => [
    { key: name, value: auth[name]?.value ?? '' },
    ...(scheme === 'basic' ? [{ key: toPasswordName(name), value: '' }] : []),
  ])
  const variables = [...Array.from(baseUrls, ([value, key]) => ({ key, value })), ...credentials]
  const opened = session === undefined ? [] : [session.open, ...(session.signIns ?? [])]
  const flow = planFlow(
    document,
    opened.map(({ operationId }) => operationId),
    (name) => variables.some(({ key }) => key === name),
  )
  const context = { document, session, flow, baseUrls }
  const byId = new Map(calls.map((operation) => [operation.linkedAs, operation]))
  const runs = flow.runs.map(({ tag, operations: ofRun }) => ({
    tag,
    items: ofRun.flatMap((source) => {
      const operation = byId.get(source.id)
      return operation === undefined ? [] : [toItem(context, operation, source)]
    }),
  }))
  return {
    info: {
      name: titleOf(document),
      description: toText(toObject(document.raw['info'])['description']),
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    item: runs.flatMap(({ tag, items }, index) => {
      const isFirst = runs.findIndex((run) => run.tag === tag) === index
      return tag === '' ? items : [{ name: isFirst ? tag : `${tag} (continued)`, item: items }]
    }),
    // The token of a response is sent with the next request.
    ...(session !== undefined && { event: [toSessionScript(session)] }),
    variable: [...variables, ...flow.variables.map(({ name, value }) => ({ key: name, value }))],
  }
}

/**
 * The variables for the base URLs: `baseUrl` for that of the document, `baseUrl2` and so on for those of operations.
 */
function nameBaseUrls(document: ApiDocument, operations: readonly Operation[]): ReadonlyMap<string, string> {
  const urls = new Set([document, ...operations].map((one) => exampleBaseUrl(document, one)))
  return new Map(Array.from(urls, (url, index) => [url, index === 0 ? 'baseUrl' : `baseUrl${index + 1}`]))
}

function toItem(context: Context, operation: Operation, source: ApiOperation): JsonObject {
  const { summary, description } = operation
  const { document, flow, baseUrls } = context
  const examples = listExamples(context, operation)
  const request = (example: NamedExample | undefined): JsonObject =>
    toRequest({
      document,
      operation,
      example,
      places: flow.placesOf(source),
      baseUrl: baseUrls.get(exampleBaseUrl(document, operation)) ?? 'baseUrl',
    })
  const response = toResponses(operation)
  const event = toVariableScript(flow.variables.filter((variable) => variable.source === source))
  if (examples.length < 2) return { name: summary, ...event, request: request(examples[0]), response }
  return {
    name: summary,
    description,
    ...event,
    item: examples.map((example, index) => ({
      name: summaryOf(example),
      request: request(example),
      response: index === 0 ? response : [],
    })),
  }
}

/** The examples of a body. The one that signs a user in comes last, so that its session stays. */
function listExamples({ session }: Context, { id, method, body }: Operation): readonly NamedExample[] {
  const examples = BODILESS_METHODS.has(method) ? [] : (pickMedia(body?.media ?? [])?.examples ?? [])
  const signIn = session?.signIns?.find(({ operationId }) => operationId === id)?.example
  return examples.toSorted((one, other) => Number(one.name === signIn) - Number(other.name === signIn))
}

/** The examples of every response. Ranges and `default` have no status to show. */
function toResponses({ responses }: Operation): readonly JsonObject[] {
  return Array.from(responses, ([status, { media }]) =>
    media.flatMap(({ contentType, examples }) =>
      examples.map((example) => ({
        name: `${status}: ${summaryOf(example)}`,
        ...(/^\d{3}$/.test(status) && { code: Number(status) }),
        header: [{ key: 'Content-Type', value: contentType }],
        body: isJsonType(contentType) ? writeJson(example.value, 2) : toShownText(example.value),
        ...(isJsonType(contentType) && { _postman_previewlanguage: 'json' }),
      })),
    ),
  ).flat()
}
