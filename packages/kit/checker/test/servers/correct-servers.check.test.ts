import { readFileSync } from 'node:fs'
import * as fc from 'fast-check'
import { describe, expect, inject, test } from 'vitest'
import { parse } from 'yaml'
import { servers } from './all-servers.ts'
import { changedBodies } from './kernel/changed-bodies.ts'
import { compileSchemas } from './kernel/compile-schemas.ts'
import { createAnswerJudge } from './kernel/create-answer-judge.ts'
import { createProbeClient } from './kernel/create-probe-client.ts'
import { openServer } from './kernel/open-server.ts'
import type { Part } from './kernel/part.ts'
import { resolvePart } from './kernel/resolve-part.ts'

interface Operation {
  readonly method: string
  readonly path: string
  readonly raw: Part
}

const documentOf = (url: URL): Part => parse(readFileSync(url, 'utf8')) as Part

const operationsOf = (document: Part): Operation[] =>
  Object.entries(document.paths as unknown as Record<string, Part>).flatMap(([path, item]) =>
    Object.entries(item as unknown as Record<string, Part>)
      .filter(([method]) => method !== 'parameters')
      .map(([method, raw]) => ({ method: method.toUpperCase(), path, raw })),
  )

const mediaOf = (document: Part, { raw }: Operation): [type: string, media: Part][] =>
  raw.requestBody === undefined
    ? []
    : Object.entries(resolvePart(document, raw.requestBody).content as unknown as Record<string, Part>)

const jsonMediaOf = (document: Part, operation: Operation): [type: string, media: Part][] =>
  mediaOf(document, operation).filter(([type]) => type.endsWith('json'))

const examplesOf = (document: Part, operation: Operation): object[] =>
  jsonMediaOf(document, operation).flatMap(([, { example, examples }]) => [
    ...(example === undefined ? [] : [example as object]),
    ...Object.values((examples ?? {}) as Record<string, { value: object }>).map(({ value }) => value),
  ])

const words = (text: string): readonly string[] => text.trim().split(/\s+/)

const seeds = [
  ...words('1 2 7 printer mon ex_000001 ws-hillside brd-0001 1001 urgent north acc_ida001'),
  ...words('1 2 3').map((kind) => `${kind}0000000-0000-4000-8000-000000000001`),
]

const known: Readonly<Record<string, string>> = {
  authorId: '10000000-0000-4000-8000-000000000001',
  bookId: '20000000-0000-4000-8000-000000000001',
  memberId: '30000000-0000-4000-8000-000000000001',
  copyId: '40000000-0000-4000-8000-000000000001',
  loanId: '50000000-0000-4000-8000-000000000001',
  ticket_id: '1',
  comment_id: '1',
  name: 'printer',
  noteId: '60000000-0000-4000-8000-000000000001',
  workspace_id: 'ws-harbor',
  board_id: 'brd-0001',
  card_id: '1001',
  entry_id: 'a0000000-0000-4000-8000-000000000001',
  label_key: 'urgent',
  region: 'north',
  account_id: 'acc_ida001',
}

// Without a value of its own, a parameter has the one that is known.
const anyPath = (path: string): fc.Arbitrary<string> =>
  fc
    .array(
      fc.oneof(
        { weight: 4, arbitrary: fc.constantFrom(...seeds) },
        { weight: 4, arbitrary: fc.constant(undefined) },
        fc.string({ minLength: 1 }),
      ),
      { minLength: 2, maxLength: 2 },
    )
    .map((values) => {
      let at = 0
      return path.replaceAll(/\{([^}]+)\}/g, (_all, name: string) =>
        encodeURIComponent(values[at++] ?? known[name] ?? 'x').replaceAll('.', '%2E'),
      )
    })

const names = words(`
  limit page size offset cursor genre tag published[from] where status q sort tags page[size] filter[archived]
  filter[state]
`)

const anyQuery = fc
  .array(
    fc.tuple(
      fc.constantFrom(...names),
      fc.oneof(fc.constantFrom('1', '2', 'open', 'name', '{}', '%'), fc.string()),
    ),
    { maxLength: 2 },
  )
  .map((pairs) => new URLSearchParams(pairs).toString())

const quick = ['library', 'tickets', 'notes']
const chosen = [...servers.values()].filter(({ id }) => inject('depth') === 'nightly' || quick.includes(id))

describe.each(chosen)('$id', (definition) => {
  const document = documentOf(definition.documentUrl)
  const operations = operationsOf(document)
  const judge = createAnswerJudge(document)

  test('for any requests, every answer is documented', async () => {
    const anyRequest = fc.constantFrom(...operations).chain((operation) =>
      fc.record({
        method: fc.constant(operation.method),
        path: anyPath(operation.path),
        query: anyQuery,
        body: fc.oneof(
          fc.constantFrom(...changedBodies([{}, ...examplesOf(document, operation)])),
          fc.json(),
        ),
        type: fc.constantFrom(
          'application/json',
          'text/plain',
          ...mediaOf(document, operation).map(([type]) => type),
        ),
        anonymous: fc.boolean(),
      }),
    )
    const law = fc.asyncProperty(fc.array(anyRequest, { minLength: 1, maxLength: 12 }), async (requests) => {
      const { send, answers } = createProbeClient(openServer(definition), definition.credentials)
      for (const { method, path, query, body, type, anonymous } of requests) {
        const content = ['GET', 'HEAD'].includes(method)
          ? {}
          : { body: typeof body === 'string' ? body : (JSON.stringify(body) ?? '') }
        await send(method, `${path}?${query}`, {
          ...content,
          headers: {
            'x-desk': 'desk-1',
            'idempotency-key': `key-number-${answers.length}`,
            'content-type': type,
          },
          anonymous,
        })
      }
      expect(answers.filter(({ status }) => status >= 500)).toEqual([])
      expect(answers.flatMap(judge)).toEqual([])
    })
    await fc.assert(law, { seed: 7, numRuns: 150 })
  })

  const withExamples = operations.filter((operation) => examplesOf(document, operation).length > 0)

  test.each(withExamples)(
    '$method $path agrees with the schema on every changed example',
    async (operation) => {
      const faultsOf = compileSchemas(document, 'request')
      const [[type, media] = ['', {} as Part]] = jsonMediaOf(document, operation)
      const path = operation.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => known[name] ?? name)
      const server = openServer(definition)
      const { send } = createProbeClient(server, definition.credentials)
      const needed = { cookie: 'till=back; sid=s3cr3t', 'idempotency-key': 'key-of-a-test' }
      const headers = { 'content-type': type, 'x-desk': 'desk-1', ...needed }
      const disagreements: unknown[] = []
      for (const json of changedBodies(examplesOf(document, operation))) {
        server.reset()
        // So that there is a comment to be replaced.
        await send('POST', '/tickets/1/comments', { json: { text: 'First' } })
        const { status } = await send(operation.method, `${path}?id=${known.noteId}`, { json, headers })
        const isRefused = status === 400 || status === 422
        if (isRefused !== faultsOf(media.schema, json).length > 0) disagreements.push(json)
      }
      expect(disagreements).toEqual([])
    },
  )
})
