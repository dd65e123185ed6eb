import { operationTable } from '@giftcards/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endProcesses } from '@giftcards/test-harness/process'
import type { Partner } from '@giftcards/test-harness'
import { exchangeBytes, statusesIn } from './raw-connection.ts'
import { measureCpu, openPartner, readMetric, startAttackedProcess } from './start-attacked-server.ts'

const [values, part, batch] = [3000, 500, 50]
/** A quarter of what 3,000 compiled validators of one small operation take; a busy heap grows by some of it anyway. */
const mostBytes = 150 * 1024 * 1024
/** To compile a validator takes a hundred times what a request takes. */
const mostGrowth = 5

let url: string
let partner: Partner
beforeAll(async () => {
  const server = await startAttackedProcess({ LOG_LEVEL: 'silent' })
  ;({ url } = server)
  partner = await openPartner(url, 'elite@example.com')
})
afterAll(endProcesses)

/** Sends requests with these content types, `batch` of them over each connection. Each gets 200 or 201. */
async function sendEach(
  operationId: 'createCart' | 'getDrawdownAccount',
  contentTypes: readonly string[],
): Promise<void> {
  const { method, path } = operationTable[operationId]
  const body = operationId === 'createCart' ? '{"action":"buy"}' : ''
  const toBytes = (contentType: string, index: number): string => {
    const isLast = index % batch === batch - 1
    return [
      `${method.toUpperCase()} ${path} HTTP/1.1`,
      'host: localhost',
      'user-agent: attacks',
      'x-cc-app: demo-app',
      `authorization: Bearer ${partner.token}`,
      `content-type: ${contentType}`,
      `content-length: ${body.length}`,
      ...(isLast ? ['connection: close'] : []),
      '',
      body,
    ].join('\r\n')
  }
  const requests = contentTypes.map(toBytes)
  for (let begin = 0; begin < requests.length; begin += batch) {
    const received = await exchangeBytes(url, requests.slice(begin, begin + batch).join(''))
    const statuses = statusesIn(received)
    expect(statuses).toHaveLength(batch)
    const refused = statuses.filter((status) => status >= 300)
    expect(refused, `in ${received.slice(0, 1000)}`).toStrictEqual([])
  }
}

describe('3,000 values of Content-Type', () => {
  it.each([
    ['createCart', (value: number) => `application/json; x=${value}`],
    ['createCart', (value: number) => `application/json; charset=utf-8; boundary=b${value}`],
    ['getDrawdownAccount', (value: number) => `text/x${value}`],
  ] as const)('cost %s neither time nor memory', async (operationId, typeOf) => {
    const types = Array.from({ length: values }, (_value, index) => typeOf(index))
    const cost = (contentTypes: readonly string[]): Promise<number> =>
      measureCpu(url, () => sendEach(operationId, contentTypes))
    const plain = Array<string>(part).fill('application/json')
    await sendEach(operationId, plain)
    const usual = await cost(plain)
    const before = await readMetric(url, 'residentBytes')
    const first = await cost(types.slice(0, part))
    await sendEach(operationId, types.slice(part, -part))
    const last = await cost(types.slice(-part))
    expect((await readMetric(url, 'residentBytes')) - before).toBeLessThan(mostBytes)
    expect(last / first).toBeLessThan(mostGrowth)
    expect(last / usual).toBeLessThan(mostGrowth)
  })
})
