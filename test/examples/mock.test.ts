import { beforeAll, describe, expect, it } from 'vitest'
import { checkExchange } from '../sandbox/check-exchange.ts'
import { fillPath } from '../sandbox/call.ts'
import { sharedMock } from '../sandbox/shared-mock.ts'
import { countAnswers } from './count-answers.ts'
import { readFullDocument } from './full-document.ts'
import { type ExampledOperation, listOperations } from './list-operations.ts'
import { type BareAnswer, sendBare } from './send-bare.ts'

const document = readFullDocument('openapi')
const operations = listOperations(document)

let mockUrl: string
beforeAll(async () => {
  mockUrl = await sharedMock()
}, 30_000)

describe('answers of the mock', () => {
  const answers = operations.flatMap((operation) =>
    operation.answers.map((answer) => ({ operation, ...answer, operationId: operation.operationId })),
  )
  const visited = new Set<object>()

  it.each(answers)('give $operationId $status $name when asked', async (wanted) => {
    visited.add(wanted)
    const { operation, operationId, status, name, example } = wanted
    const answer = await send(operation, validBodies(operation)[0], `code=${status}, example=${name}`)
    expect({ status: answer.status, body: JSON.parse(answer.text) }).toStrictEqual({
      status,
      body: example.value,
    })
    expect(checkExchange(operationId, answer)).toStrictEqual([])
  })

  it('are given for every example', () => {
    expect(visited.size).toBe(countAnswers(document))
  })
})

describe('requests to the mock', () => {
  const requests = operations.flatMap((operation) =>
    validBodies(operation).map((body, index) => ({
      operation,
      operationId: operation.operationId,
      name: Object.keys(operation.requests)[index] ?? 'without a body',
      body,
    })),
  )

  it.each(requests)('$operationId $name is accepted', async ({ operation, operationId, body }) => {
    const answer = await send(operation, body)
    expect(operation.answers.map(({ status }) => status).filter((status) => status < 300)).toContain(
      answer.status,
    )
    expect(checkExchange(operationId, answer)).toStrictEqual([])
  })
})

/** The bodies an operation's request examples show; the one absent body where it takes none. */
function validBodies({ takesBody, requests }: ExampledOperation): readonly (string | undefined)[] {
  return takesBody ? Object.values(requests).map(({ value }) => JSON.stringify(value)) : [undefined]
}

function send(operation: ExampledOperation, body: string | undefined, prefer?: string): Promise<BareAnswer> {
  const { method, path, pathDefaults, queryDefaults, operationId } = operation
  return sendBare({
    method,
    url: mockUrl + fillPath(path, { path: pathDefaults, query: queryDefaults }),
    headers: {
      'user-agent': 'contract-examples',
      'x-cc-app': 'demo-app',
      ...(operationId === 'createSession' ? {} : { authorization: 'Bearer any.token.here' }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(prefer === undefined ? {} : { prefer }),
    },
    body,
  })
}
