import { randomUUID } from 'node:crypto'
import { gzipSync, deflateSync, brotliCompressSync } from 'node:zlib'
import { type OperationId, operationTable } from '@giftcards/contract'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Exchange, type RawRequest, type Sandbox, startSandbox } from '@giftcards/test-harness'
import { refusalProblems } from './refusal-problems.ts'
import { requestSamples } from './request-samples.ts'
import { openSteadyState, type SteadyState } from './steady-state.ts'

let sandbox: Sandbox
let state: SteadyState
let before: unknown
beforeAll(async () => {
  sandbox = await startSandbox()
  state = await openSteadyState(sandbox)
  before = await state.snapshot()
})
afterAll(() => sandbox.close())

const maxBytes = 256 * 1024
const json = ['content-type', 'application/json'] as const

/** Sends a request, and expects a documented refusal. */
async function refuse(operationId: OperationId, parts: Partial<RawRequest>): Promise<Exchange> {
  const answer = await state.send(operationId, parts)
  expect(refusalProblems(answer, operationId)).toStrictEqual([])
  return answer
}

describe.each(requestSamples)('$operationId with $schema', ({ operationId, body }) => {
  const text = JSON.stringify(body)

  it('for any cut or garbled text, is refused', async () => {
    const whole = [
      'NaN',
      'Infinity',
      '1e',
      '[1,]',
      '{"a":1,}',
      '// x',
      '\ufffe',
      '"\u0001"',
      `${text}${text}`,
    ]
    const noise = fc.constantFrom('\u0000', '\\', ',,', ']', '}', 'NaN', "'")
    const garbled = fc
      .oneof(
        fc.nat({ max: text.length - 1 }).map((length) => text.slice(0, length)),
        fc
          .tuple(fc.nat({ max: text.length }), noise)
          .map(([at, added]) => text.slice(0, at) + added + text.slice(at)),
        fc.constantFrom(...whole),
      )
      .filter((candidate) => candidate !== '' && !isJson(candidate))
    await fc.assert(
      fc.asyncProperty(garbled, async (candidate) => {
        expect((await refuse(operationId, { body: candidate })).code).toBe('invalid_json')
      }),
      { seed: 20_260_115, numRuns: 12 },
    )
  })

  it('is refused in bytes that are not UTF-8', async () => {
    const utf16 = Buffer.from(text, 'utf16le')
    for (const bytes of [utf16, Buffer.from([0xff, 0xfe, ...utf16]), Buffer.from([0x22, 0xc3, 0x28, 0x22])])
      expect((await refuse(operationId, { body: bytes })).code).toBe('invalid_json')
  })

  it('is refused above 256 KiB, chunked or not', async () => {
    const large = text.padEnd(maxBytes + 1, ' ')
    const chunked = [...state.headers, json, ['transfer-encoding', 'chunked'] as const]
    for (const parts of [{ body: large }, { body: large, headers: chunked }]) {
      const { status, code } = await refuse(operationId, parts)
      expect([status, code]).toStrictEqual([413, 'payload_too_large'])
    }
  })

  it('is refused under another charset or type, and compressed', async () => {
    for (const type of [
      'application/json; charset=utf-16',
      'application/json;charset="x"',
      'application/xml',
      '',
    ]) {
      const headers = [...state.headers, ['content-type', type] as const]
      const { status, code } = await refuse(operationId, { headers, body: text })
      expect([status, code]).toStrictEqual([415, 'unsupported_media_type'])
    }
    const headers = [...state.headers, json, ['content-encoding', 'gzip'] as const]
    expect((await refuse(operationId, { headers, body: gzipSync(text) })).status).toBe(415)
  })

  it('does not take its parts from a prototype', async () => {
    for (const name of ['__proto__', 'constructor', 'prototype'])
      expect((await refuse(operationId, { body: `{"${name}":${text}}` })).code).toBe('validation_error')
    const nested = `{"constructor":{"prototype":${text}}}`
    expect((await refuse(operationId, { body: nested })).code).toBe('validation_error')
    expect(Object.keys(Object.prototype)).toStrictEqual([])
    for (const name of Object.keys(body as object)) expect(name in {}).toBe(false)
  })
})

describe('the body of any operation', () => {
  const text = '{"action":"buy"}'

  it('is refused where it is nested or listed without end', async () => {
    const nested = [100, 100_000].flatMap((depth) => [
      '['.repeat(depth) + ']'.repeat(depth),
      '{"a":'.repeat(depth) + '1' + '}'.repeat(depth),
    ])
    const names = Array.from({ length: 15_000 }, (_, index) => `"k${index}":1`)
    const listed = [`{"cards":[${Array<string>(60_000).fill('{}').join()}]}`, `{${names.join()}}`]
    for (const body of [...nested, ...listed, '['.repeat(200_000)])
      expect([400, 413]).toContain((await refuse('addCards', { body })).status)
  })

  it('is refused under any other type', async () => {
    for (const type of [
      'application/json; charset=iso-8859-1',
      'application/json; charset=utf-7',
      'multipart/form-data; boundary=x',
      'application/json, text/plain',
      'json',
      '*/*',
    ]) {
      const headers = [...state.headers, ['content-type', type] as const]
      expect((await refuse('createCart', { headers, body: text })).status).toBe(415)
    }
  })

  it('is refused in any compression', async () => {
    for (const [encoding, bytes] of [
      ['gzip', gzipSync(Buffer.alloc(8 * 1024 * 1024, ' '))],
      ['deflate', deflateSync(text)],
      ['br', brotliCompressSync(text)],
      ['gzip, gzip', gzipSync(gzipSync(text))],
      ['x-unknown', Buffer.from(text)],
    ] as const) {
      const headers = [...state.headers, json, ['content-encoding', encoding] as const]
      expect((await refuse('createCart', { headers, body: bytes })).status).toBe(415)
    }
  })
})

describe('a body with keys of a prototype', () => {
  it('is taken as if they were not there', async () => {
    const poison = '{"__proto__":{"isElite":true},"constructor":{"prototype":{"x":1}},"action":"buy"}'
    expect((await state.partner.call('createCart', { body: poison })).status).toBe(200)
    expect({}).not.toHaveProperty('isElite')
    expect({}).not.toHaveProperty('x')
  })
})

describe('an operation without a body', () => {
  it('answers as it would without one', async () => {
    const bodiless = Object.values(operationTable).filter(
      ({ operationId, method }) =>
        operationId !== 'createSession' &&
        method !== 'get' &&
        !requestSamples.some((sample) => sample.operationId === operationId),
    )
    expect(bodiless).toHaveLength(3)
    // Uses ids that do not exist, so that every response is the same.
    const nowhere = { cartId: randomUUID(), cardId: randomUUID(), couponCode: 'NONE' }
    const partner = await sandbox.partner()
    const problems = []
    for (const { operationId } of bodiless) {
      const plain = await partner.call(operationId, { path: nowhere })
      for (const body of ['{', '\u0000', 'x'.repeat(maxBytes + 1)]) {
        const answer = await partner.call(operationId, { path: nowhere, body })
        if (answer.text !== plain.text) problems.push(`${operationId}: ${answer.text}`)
      }
    }
    expect(problems).toStrictEqual([])
  })
})

describe('all of these requests together', () => {
  it('have changed nothing', async () => {
    expect(await state.snapshot()).toStrictEqual(before)
  })
})

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
