import { type OperationId, operationTable } from '@giftcards/contract'
import { type SandboxOperationId, sandboxOperationTable } from '@giftcards/contract/sandbox'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkExchange, placeOrder, type Sandbox, startSandbox, storyCard } from '@giftcards/test-harness'
import { sharedMock } from '@giftcards/test-harness/mock'
import { callEveryControl, type EveryControlAnswer } from './client/call-every-control.ts'
import { callEveryMethod, type EveryAnswer } from './client/call-every-method.ts'

const operationIds = Object.keys(operationTable) as OperationId[]
const controlIds = Object.keys(sandboxOperationTable) as SandboxOperationId[]

let sandbox: Sandbox
let mockUrl: string
beforeAll(async () => {
  ;[sandbox, mockUrl] = await Promise.all([startSandbox(), sharedMock()])
})
afterAll(() => sandbox.close())

describe.each([
  ['the server', () => sandbox.url],
  ['the mock', () => mockUrl],
])('every method against %s', (_name, urlOf) => {
  let every: EveryAnswer
  beforeAll(async () => {
    every = await callEveryMethod(urlOf())
  })

  it('is one request', () => {
    expect(Object.keys(every.answers).toSorted()).toEqual(operationIds.toSorted())
    expect(every.requests).toHaveLength(operationIds.length)
  })

  it.each(operationIds)('%s answers what came from there', (operationId) => {
    const { status, data, requestId } = every.answers[operationId]
    const answer = every.requests[Object.keys(every.answers).indexOf(operationId)]?.answer
    expect(checkExchange(operationId, answer!)).toEqual([])
    expect(status).toBeLessThan(300)
    expect(data).toEqual(JSON.parse(answer?.text ?? ''))
    expect(requestId).toBe(answer?.headers.get('x-request-id'))
  })
})

describe('every control against the server', () => {
  let every: EveryControlAnswer
  beforeAll(async () => {
    const partner = await sandbox.partner('elite@example.com')
    const order = await placeOrder(partner, [storyCard.harborEcode()])
    every = await callEveryControl(sandbox.url, order)
  })

  it('is one request', () => {
    expect(Object.keys(every.answers).toSorted()).toEqual(controlIds.toSorted())
    expect(every.requests).toHaveLength(controlIds.length)
  })

  it.each(controlIds)('%s answers what came from there', (operationId) => {
    const { status, data } = every.answers[operationId]
    const answer = every.requests[Object.keys(every.answers).indexOf(operationId)]?.answer
    expect(checkExchange(operationId, answer!)).toEqual([])
    expect(status).toBeLessThan(300)
    expect(data).toEqual(JSON.parse(answer?.text ?? ''))
  })
})
