import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openSteadyState, type SteadyState } from './steady-state.ts'
import { refusalProblems } from './refusal-problems.ts'
import { sendBytes } from '../attacks/raw-connection.ts'
import { type Exchange, type Sandbox, sendRaw, startSandbox } from '@giftcards/test-harness'

let sandbox: Sandbox
let state: SteadyState
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.close())
beforeEach(async () => {
  state = await openSteadyState(sandbox)
})

/** Line breaks of every kind, and control sequences of a terminal. */
const breaks = '%0d%0a %0a %0d %e2%80%a8 %e2%80%a9 %c2%85 %0b %0c %1b[31m %1b]0;x%07 %00 %9b31m'.split(' ')
const forged = '{"level":30,"msg":"forged"}'

/** Characters that end a line or control a terminal. JSON text contains them only in escaped form. */
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const raw = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029]/

describe('a line of the log', () => {
  it('is one line whatever a path, a query or a header holds', async () => {
    const from = sandbox.logLines.length
    for (const line of breaks) {
      const { cartId } = state.cart
      for (const path of [
        `/v3/${line}${encodeURIComponent(forged)}`,
        `/v3/carts/${cartId}/coupons/${line}${encodeURIComponent(forged)}`,
        `/v3/carts?x=${line}${encodeURIComponent(forged)}`,
      ])
        await sendRaw(sandbox.url, { method: 'post', path, headers: state.headers })
      const text = decodeURIComponentLeniently(line)
      if (/^[\t\u0020-\u007e\u0080-\u00ff]+$/.test(text)) {
        for (const name of ['x-request-id', 'x-cc-app', 'user-agent', 'idempotency-key', 'origin'])
          await sendRaw(sandbox.url, {
            method: 'post',
            path: '/v3/session',
            headers: [...state.headers.filter(([own]) => own !== name), [name, `a${text}${forged}`]],
          })
      }
    }
    const written = sandbox.logLines.slice(from)
    expect(written.length).toBeGreaterThan(breaks.length * 3)
    for (const line of written) {
      expect(line.endsWith('}\n')).toBe(true)
      expect(line.slice(0, -1)).not.toMatch(raw)
      expect(line.slice(0, -1)).not.toContain('\n')
      expect(JSON.parse(line)).not.toMatchObject({ msg: 'forged' })
    }
  })
})

function decodeURIComponentLeniently(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

describe('a header of an answer', () => {
  it.each([
    'x-request-id: a%0d%0aset-cookie: x',
    'x-request-id: a\u0085b',
    'x-request-id: a b',
    'x-request-id: \u00e2\u0080\u00a8',
  ])('takes nothing from %j', async (line) => {
    const { text, headers } = await sendBytes(
      sandbox.url,
      `GET /healthz HTTP/1.1\r\nhost: x\r\n${line}\r\nconnection: close\r\n\r\n`,
    )
    expect(text).toBe('{"status":"ok"}')
    expect(headers.get('set-cookie')).toBeNull()
    expect(headers.get('x-request-id')).toMatch(/^[A-Za-z0-9._:-]{36}$/)
  })

  it('takes nothing from a path that is redirected', async () => {
    for (const path of ['/docs?%0d%0aset-cookie:%20x', '/docs?//evil.example.com', '/sandbox?x=%0d%0a']) {
      const answer = await sendRaw(sandbox.url, { method: 'get', path })
      expect([answer.status, answer.headers.get('set-cookie')]).toStrictEqual([301, null])
      expect(answer.headers.get('location')).toMatch(/^(?:docs|sandbox)\/\?[^\r\n]+$/)
    }
  })
})

describe('a name of a prototype', () => {
  const names = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', '__defineGetter__']

  it('is nothing special in a query or a header', async () => {
    const query = names
      .flatMap((name) => [`${name}=x`, `${name}[isElite]=true`, `${name}.isElite=true`])
      .join('&')
    const answer = await sendRaw(sandbox.url, {
      method: 'post',
      path: `/v3/session?${query}`,
      headers: [...state.headers, ...names.map((name) => [name, 'isElite'] as const)],
    })
    expect(answer.status).toBe(200)
    expect({}).not.toHaveProperty('isElite')
    expect(Object.keys(Object.prototype)).toStrictEqual([])
  })

  it('is nobody: no app, customer, order, card, merchant or coupon', async () => {
    const before = await state.snapshot()
    for (const name of names) {
      const app = state.headers.map(([own, value]) => [own, own === 'x-cc-app' ? name : value] as const)
      const answers: Exchange[] = [
        await sendRaw(sandbox.url, { method: 'post', path: '/v3/session', headers: app }),
        await state.send('getOrder', { path: `/v3/orders/${name}` }),
        await state.send('getWalletCard', { path: `/v3/wallets/${name}` }),
        await state.send('applyCoupon', { path: `/v3/carts/${state.cart.cartId}/coupons/${name}` }),
        await state.send('createCart', { body: `{"action":"${name}"}` }),
        await state.send('addCards', {
          body: `{"cards":[{"merchantId":101,"faceValue":50,"percentOff":8.5,"type":"${name}","quantity":1}]}`,
        }),
      ]
      expect(answers.flatMap((answer) => refusalProblems(answer))).toStrictEqual([])
    }
    expect(await state.snapshot()).toStrictEqual(before)
  })
})

describe('a body that repeats a name', () => {
  it('counts the last one, judged like any other', async () => {
    const twice = await state.partner.call('createCart', { body: '{"action":"sell","action":"buy"}' })
    expect(twice.status).toBe(200)
    const wrong = await state.partner.call('createCart', { body: '{"action":"buy","action":"sell"}' })
    expect([wrong.status, wrong.code]).toStrictEqual([400, 'validation_error'])
  })
})

describe('a query of thousands of parameters', () => {
  it.each([
    [Array.from({ length: 2500 }, (_, index) => `a${index}`), 200, null],
    [Array<string>(7000).fill('a'), 200, null],
    // Longer than the head of a request may be.
    [Array.from({ length: 10_000 }, (_, index) => `a${index}=1`), 431, 'headers_too_large'],
  ])('harms nobody', async (parameters, status, code) => {
    const path = `/v3/session?${parameters.join('&')}`
    const answer = await sendRaw(sandbox.url, { method: 'post', path, headers: state.headers })
    expect([answer.status, answer.code]).toStrictEqual([status, code])
  })
})

describe('a path to a file', () => {
  it('outside what is served is 404 in every spelling', async () => {
    const up = ['..', '%2e%2e', '%252e%252e', '.%2e', '..%00', '%c0%ae%c0%ae', '..;', '....', '%u002e%u002e']
    const separators = ['/', '%2f', '%252f', '\\', '%5c', '%255c', '//', '%c0%af']
    // Files that exist: three folders above the pages, and next to them.
    const climbs = up.flatMap((dots) =>
      separators.flatMap((separator) => [
        `/docs/${`${dots}${separator}`.repeat(3)}package.json`,
        `/sandbox/${dots}${separator}package.json`,
      ]),
    )
    const absolute = [import.meta.filename, '/etc/passwd', 'file:///etc/passwd'].flatMap((file) => [
      file,
      encodeURIComponent(file),
    ])
    const paths = [
      ...climbs,
      ...absolute.map((file) => `/docs/${file}`),
      '/docs/guides/../../../package.json',
      `${sandbox.url}/docs/../../../package.json`,
      'http://x/docs/%2e%2e/package.json',
    ]
    const problems: string[] = []
    for (const path of paths) {
      const answer = await sendRaw(sandbox.url, { method: 'get', path })
      if (answer.status !== 404 || answer.code !== 'not_found') problems.push(`${path}: ${answer.status}`)
    }
    expect(problems).toStrictEqual([])
  })

  it('inside has no other ending or case', async () => {
    const found = await sendRaw(sandbox.url, { method: 'get', path: '/docs/index.html' })
    expect(found.status).toBe(200)
    for (const path of [
      '/docs/INDEX.html',
      '/docs/index.html/',
      '/docs/index.html%00',
      '/docs/index.html%00.txt',
      '/docs\\index.html',
      '/docs/index.html::$DATA',
      '/docs/index.html.',
    ]) {
      const answer = await sendRaw(sandbox.url, { method: 'get', path })
      expect([path, answer.status, answer.code]).toStrictEqual([path, 404, 'not_found'])
    }
  })
})
