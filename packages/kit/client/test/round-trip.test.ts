import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { equalJson, type Json, writeJson } from '@contract-kit/json-schema/json'
import { type ApiOperation, openDocument } from '@contract-kit/openapi'
import { readFormBody, readParameters } from '@contract-kit/openapi/wire'
import { type RoundTrip, roundTrips } from '@contract-kit/openapi/testing'
import { generateClient, GenerateError } from '../generate/index.ts'
import { createApiClient, InputError, type Operations } from '../src/index.ts'
import { serverUrl } from './scripted.ts'

const formType = 'application/x-www-form-urlencoded'

/** Creates a document with one operation, which has `p` in the given location. */
function documentOf({ place, rule, schema }: Omit<RoundTrip, 'value'>): object {
  const described = 'content' in rule ? { content: { 'application/json': { schema } } } : { schema, ...rule }
  const parameter = { name: 'p', in: place, ...(place === 'path' && { required: true }), ...described }
  const form = { schema: { type: 'object', properties: { p: schema } }, encoding: { p: rule } }
  const taking =
    place === formType ? { requestBody: { content: { [formType]: form } } } : { parameters: [parameter] }
  const post = { operationId: 'send', responses: { 204: { description: 'Done.' } }, ...taking }
  const path = place === 'path' ? '/things/{p}' : '/things'
  return { openapi: '3.1.0', info: { title: 'Things', version: '1' }, paths: { [path]: { post } } }
}

interface Known {
  readonly read: ApiOperation
  /** `undefined` if the generator rejects the document. */
  readonly table: Operations | undefined
}

const known = new Map<string, Known>()

async function prepare({ place, rule, schema }: RoundTrip): Promise<Known> {
  const key = JSON.stringify([place, rule, schema])
  const document = documentOf({ place, rule, schema })
  const made = known.get(key) ?? {
    read: openDocument(document).operations[0] as ApiOperation,
    table: await tableOf(document),
  }
  known.set(key, made)
  return made
}

/** Returns the table of operations of the generated client, the only value in its module. */
async function tableOf(document: object): Promise<Operations | undefined> {
  try {
    const { text } = generateClient(document)
    const literal = /^export const operations = (.*) as const/ms.exec(text)?.[1] ?? ''
    const module = await import(`data:text/javascript,${encodeURIComponent(`export default ${literal}`)}`)
    return (module as { readonly default: Operations }).default
  } catch (error) {
    if (error instanceof GenerateError) return undefined
    throw error
  }
}

/** Returns the value that the server reads; `undefined` if the client cannot send it. */
async function send(trip: RoundTrip): Promise<{ readonly value: Json | undefined } | undefined> {
  const { read, table } = await prepare(trip)
  if (table === undefined) return undefined
  let sent: Request | undefined
  const fetch = async (url: string, init: RequestInit): Promise<Response> => {
    sent = new Request(url, init)
    return new Response(null, { status: 204 })
  }
  const client = createApiClient<{ send(input: object): Promise<void> }>(table, { baseUrl: serverUrl, fetch })
  try {
    await client.send({ p: trip.value })
  } catch (error) {
    if (error instanceof InputError) return undefined
    throw error
  }
  const { url, headers } = sent as Request
  if (trip.place === formType) {
    const value = readFormBody(read.body!.media[0]!, await sent!.text())
    return { value: (value as Record<string, Json>)['p'] }
  }
  const head = {
    target: url.slice(serverUrl.length),
    header: (name: string) => (headers.has(name) ? [headers.get(name) as string] : []),
  }
  return { value: readParameters(read, head)?.values[trip.place as 'query']['p'] }
}

describe('a request of a generated client', () => {
  it('for any style and value is read as it was meant', async () => {
    const places = new Set<string>()
    await fc.assert(
      fc.asyncProperty(
        // The platform serializes multipart forms, and changes line endings.
        roundTrips.filter(({ place }) => place !== 'multipart/form-data'),
        async (trip) => {
          const came = await send(trip)
          if (came === undefined) return
          places.add(trip.place)
          expect(equalJson(came.value, trip.value) ? '' : writeJson([trip, came.value])).toBe('')
        },
      ),
      { numRuns: 1_000, seed: 4 },
    )
    expect([...places].toSorted()).toStrictEqual([formType, 'cookie', 'header', 'path', 'query'])
  })
})
