import { openapiDocument } from '@giftcards/contract'
import { sandboxDocument } from '@giftcards/contract/sandbox'
import { describe, expect, it } from 'vitest'
import { compareWithUpstream } from './http/schema/compare-with-upstream.fixture.ts'
import type { DocumentOperation } from './http/schema/document-operations.ts'
import { editsOf } from './http/schema/edit-json.fixture.ts'
import { isJsonObject } from './http/schema/json-object.ts'
import { createResolve, type Resolve } from './http/schema/resolve-reference.ts'

/** The values of the examples of a media type. */
function examplesOf(content: unknown, resolve: Resolve): unknown[] {
  const media = isJsonObject(content) ? content['application/json'] : undefined
  const examples = isJsonObject(media) ? media['examples'] : undefined
  return Object.values(isJsonObject(examples) ? examples : {}).flatMap((example) => {
    const resolved = resolve(example)
    return isJsonObject(resolved) && 'value' in resolved ? [resolved['value']] : []
  })
}

const UUID = '3f0c2b9a-7d41-4c8e-b6a5-91e2d4c70f18'
const texts = ['', '-', '0', '7', '1e2', 'condensed', 'SAVE10', UUID, 'x'.repeat(300), 'é:/']

/** Requests of an operation that differ in their parameters. */
function requestsOf(operation: DocumentOperation) {
  const names = operation.parameters.filter((one) => one.in === 'path').map(({ name }) => name)
  return texts.flatMap((text) =>
    texts.map((other) => ({
      pathValues: Object.fromEntries(names.map((name) => [name, text || '-'])),
      search: `?checkout=${other}&limit=${other}&frozen=${other}`,
      header: () => other || undefined,
    })),
  )
}

describe.each([
  ['the partner contract', openapiDocument],
  ['the contract of the sandbox', sandboxDocument],
])('the validators of %s', (_name, document) => {
  const comparison = compareWithUpstream(document)
  const record = { ...document }
  const resolve = createResolve(record)
  const paths = isJsonObject(record.paths) ? record.paths : {}

  it('judge parameters as the middleware of express-openapi-validator does', async () => {
    for (const operation of comparison.operations) {
      for (const sent of requestsOf(operation)) {
        const { ours, upstream } = await comparison.judgeRequest(operation, {
          ...sent,
          body: { kind: 'absent' },
        })
        expect({ sent, ...Object(ours) }).toStrictEqual({ sent, ...Object(upstream) })
      }
    }
  })

  it('judge every edit of every example of a body as it does', async () => {
    const counts = { right: 0, wrong: 0 }
    for (const operation of comparison.operations) {
      const item = paths[operation.path]
      const object = isJsonObject(item) ? item[operation.method.toLowerCase()] : undefined
      const body = isJsonObject(object) ? resolve(object['requestBody']) : undefined
      const parameters = { pathValues: {}, search: '?checkout=condensed', header: () => undefined }
      for (const example of examplesOf(isJsonObject(body) ? body['content'] : undefined, resolve)) {
        for (const value of [example, ...editsOf(example)]) {
          const sent = { ...parameters, body: { kind: 'present' as const, value } }
          const { ours, upstream } = await comparison.judgeRequest(operation, sent)
          expect({ value, ...Object(ours) }).toStrictEqual({ value, ...Object(upstream) })
          counts[ours.problems.some(({ pointer }) => pointer[0] === 'body') ? 'wrong' : 'right'] += 1
        }
      }
    }
    expect(Math.min(counts.right, counts.wrong)).toBeGreaterThan(20)
  })

  it('judge every edit of an example of each answer as it does', async () => {
    const judged = new Set<string>()
    for (const operation of comparison.operations) {
      for (const [status, { content }] of Object.entries(operation.responses)) {
        const name = comparison.findAnswer(operation, Number(status))
        const [example] = examplesOf(content, resolve)
        if (name === null || judged.has(name) || example === undefined) continue
        judged.add(name)
        for (const value of [example, ...editsOf(example)].filter((one) => one !== null)) {
          const { ours, upstream } = await comparison.checkAnswer(name, value)
          expect([value, ours]).toStrictEqual([value, upstream])
        }
      }
    }
    expect(judged.size).toBeGreaterThan(1)
  })
})
