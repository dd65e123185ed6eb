import { describe, expect, it } from 'vitest'
import type { Failure, RequestFacts } from '@contract-kit/express'
import { requireLoopback } from './require-loopback.ts'

const failure: Failure = { status: 401, messages: ['Unauthorized'], code: 'sandbox_key_invalid' }

function judge(ip: string, headers: Readonly<Record<string, string>>) {
  const facts: RequestFacts = {
    requestId: 'r',
    method: 'POST',
    path: '/__sandbox/reset',
    ip,
    operationId: 'resetSandbox',
    header: (name) => headers[name],
  }
  return requireLoopback(failure)(facts, {})
}

describe('requireLoopback', () => {
  it.each([
    ['127.0.0.1', { host: '127.0.0.1:3000' }],
    ['::1', { host: '[::1]:3000' }],
    ['::ffff:127.0.0.1', { host: 'localhost:3000' }],
    ['127.0.0.1', { host: '127.0.0.1:3000', origin: 'http://127.0.0.1:3000' }],
  ])('lets %s with %j pass', (ip, headers) => {
    expect(judge(ip, headers)).toBeUndefined()
  })

  it.each([
    ['a caller elsewhere', '192.0.2.7', { host: '127.0.0.1:3000' }],
    ['a page of another site', '127.0.0.1', { host: '127.0.0.1:3000', origin: 'https://shop.example.com' }],
    ['a page of another port', '127.0.0.1', { host: '127.0.0.1:3000', origin: 'http://127.0.0.1:8080' }],
    ['a page without an origin to name', '127.0.0.1', { host: '127.0.0.1:3000', origin: 'null' }],
    [
      'a name that resolves to here',
      '127.0.0.1',
      { host: 'shop.example.com', origin: 'http://shop.example.com' },
    ],
    ['a request without a host', '127.0.0.1', {}],
  ])('refuses %s', (_name, ip, headers) => {
    expect(judge(ip, headers)).toStrictEqual({ failure })
  })
})
