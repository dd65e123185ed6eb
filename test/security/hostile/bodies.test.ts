import { randomUUID } from 'node:crypto'
import { gzipSync, deflateSync, brotliCompressSync } from 'node:zlib'
import { operationTable } from '@giftcards/contract'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Sandbox, startSandbox } from '@giftcards/test-harness'
import { refusalProblems } from './refusal-problems.ts'
import { requestSamples } from './request-samples.ts'
import { openSteadyState, type SteadyState } from './steady-state.ts'

let sandbox: Sandbox
let state: SteadyState
beforeAll(async () => {
  sandbox = await startSandbox()
  state = await openSteadyState(sandbox)
})
afterAll(() => sandbox.close())

const maxBytes = 256 * 1024
const json = ['content-type', 'application/json'] as const

describe.each(requestSamples)('$operationId with $schema', ({ operationId, body }) => {
  const text = JSON.stringify(body)

  it('for any cut or garbled text, is refused unchanged', async () => {
    const before = await state.snapshot()
    const garbled = fc
      .oneof(
        fc.nat({ max: text.length - 1 }).map((length) => text.slice(0, length)),
        fc
          .tuple(fc.nat({ max: text.length }), fc.constantFrom('\u0000', '\\', ',,', ']', '}', 'NaN', "'"))
          .map(([at, noise]) => text.slice(0, at) + noise + text.slice(at)),
        fc.constantFrom(
          'NaN',
          'Infinity',
          '1e',
          '[1,]',
          '{"a":1,}',
          '// x',
          '\ufffe',
          '"\u0001"',
          `${text}${text}`,
        ),
      )
      .filter((candidate) => candidate !== '' && !isJson(candidate))
    await fc.assert(
      fc.asyncProperty(garbled, async (candidate) => {
        const answer = await state.send(operationId, { body: candidate })
        expect(refusalProblems(answer, operationId)).toStrictEqual([])
        expect(answer.code).toBe('invalid_json')
      }),
      { seed: 20_260_115, numRuns: 25 },
    )
    expect(await state.snapshot()).toStrictEqual(before)
  })

  it('is refused in bytes that are not UTF-8', async () => {
    const before = await state.snapshot()
    const utf16 = Buffer.from(text, 'utf16le')
    const bodies = [utf16, Buffer.from([0xff, 0xfe, ...utf16]), Buffer.from([0x22, 0xc3, 0x28, 0x22])]
    for (const bytes of bodies) {
      const answer = await state.send(operationId, { body: bytes })
      expect(refusalProblems(answer, operationId)).toStrictEqual([])
      expect(answer.code).toBe('invalid_json')
    }
    expect(await state.snapshot()).toStrictEqual(before)
  })

  it('is refused above 256 KiB, chunked or not', async () => {
    const before = await state.snapshot()
    const large = text.padEnd(maxBytes + 1, ' ')
    const chunked = [...state.headers, json, ['transfer-encoding', 'chunked'] as const]
    for (const parts of [{ body: large }, { body: large, headers: chunked }]) {
      const answer = await state.send(operationId, parts)
      expect(refusalProblems(answer, operationId)).toStrictEqual([])
      expect([answer.status, answer.code]).toStrictEqual([413, 'payload_too_large'])
    }
    expect(await state.snapshot()).toStrictEqual(before)
  })

  it('is refused where it is nested or listed without end', async () => {
    const before = await state.snapshot()
    const depths = [100, 10_000, 100_000]
    const nested = depths.flatMap((depth) => [
      '['.repeat(depth) + ']'.repeat(depth),
      '{"a":'.repeat(depth) + '1' + '}'.repeat(depth),
      `{"cards":${'['.repeat(depth)}${']'.repeat(depth)}}`,
    ])
    const listed = [
      `{"cards":[${Array.from({ length: 60_000 }, () => '{}').join()}]}`,
      `{${Array.from({ length: 15_000 }, (_, index) => `"k${index}":1`).join()}}`,
      '['.repeat(200_000),
    ]
    for (const candidate of [...nested, ...listed]) {
      const answer = await state.send(operationId, { body: candidate })
      expect(refusalProblems(answer, operationId)).toStrictEqual([])
    }
    expect(await state.snapshot()).toStrictEqual(before)
  })

  it('is refused under another charset or type', async () => {
    const before = await state.snapshot()
    const types = [
      'application/json; charset=utf-16',
      'application/json; charset=iso-8859-1',
      'application/json; charset=utf-7',
      'application/json;charset="x"',
      'application/xml',
      'multipart/form-data; boundary=x',
      'application/json, text/plain',
      'json',
      '*/*',
      '',
    ]
    for (const type of types) {
      const answer = await state.send(operationId, {
        headers: [...state.headers, ['content-type', type]],
        body: text,
      })
      expect(refusalProblems(answer, operationId)).toStrictEqual([])
      expect([answer.status, answer.code]).toStrictEqual([415, 'unsupported_media_type'])
    }
    expect(await state.snapshot()).toStrictEqual(before)
  })

  it('is refused compressed', async () => {
    const before = await state.snapshot()
    const bomb = gzipSync(Buffer.alloc(8 * 1024 * 1024, ' '))
    const encoded = [
      ['gzip', gzipSync(text)],
      ['gzip', bomb],
      ['deflate', deflateSync(text)],
      ['br', brotliCompressSync(text)],
      ['gzip, gzip', gzipSync(gzipSync(text))],
      ['x-unknown', Buffer.from(text)],
    ] as const
    for (const [encoding, bytes] of encoded) {
      const answer = await state.send(operationId, {
        headers: [...state.headers, json, ['content-encoding', encoding]],
        body: bytes,
      })
      expect(refusalProblems(answer, operationId)).toStrictEqual([])
      expect(answer.status).toBe(415)
    }
    expect(await state.snapshot()).toStrictEqual(before)
  })

  it('does not take its parts from a prototype', async () => {
    const before = await state.snapshot()
    const poisons = ['__proto__', 'constructor', 'prototype'].flatMap((name) => [
      `{${JSON.stringify(name)}:${text}}`,
      `{"constructor":{"prototype":${text}}}`,
    ])
    for (const candidate of poisons) {
      const answer = await state.send(operationId, { body: candidate })
      expect(refusalProblems(answer, operationId)).toStrictEqual([])
      expect(answer.code).toBe('validation_error')
    }
    expect(Object.keys(Object.prototype)).toStrictEqual([])
    for (const name of Object.keys(body as object)) expect(name in {}).toBe(false)
    expect(await state.snapshot()).toStrictEqual(before)
  })
})

describe('a body with keys of a prototype', () => {
  it('is taken as if they were not there', async () => {
    const { partner } = state
    const before = await state.snapshot()
    const poison = '{"__proto__":{"isElite":true},"constructor":{"prototype":{"x":1}},"action":"buy"}'
    const answer = await partner.call('createCart', { body: poison })
    expect(answer.status).toBe(200)
    expect({}).not.toHaveProperty('isElite')
    expect({}).not.toHaveProperty('x')
    expect(await state.snapshot()).toStrictEqual(before)
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
    expect(bodiless.map(({ operationId }) => operationId)).toStrictEqual([
      'removeCard',
      'applyCoupon',
      'removeCoupon',
    ])
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

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
