import { describe, expect, it } from 'vitest'
import { answerExample, requestExample } from '../contract/operations.fixture.ts'
import { maskHeader, maskSecrets } from './mask-secrets.ts'
import { toCurl } from './to-curl.ts'

const masked = (value: unknown): unknown => JSON.parse(maskSecrets(JSON.stringify(value, null, 2)))

describe('maskSecrets', () => {
  it('masks number, PIN and barcode of a card', () => {
    expect(masked(answerExample('getSecureData', 200, 'unmasked'))).toMatchObject({
      number: '****',
      pin: '****',
      barcode: { contents: '****', format: 'CODE128' },
    })
  })

  it('masks the token of a session', () => {
    expect(masked(answerExample('createSession', 200, 'opened'))).toMatchObject({
      access_token: '****',
      expiresInSeconds: 3600,
    })
  })

  it('leaves what the service has masked', () => {
    expect(masked(answerExample('getWalletCard', 200, 'active'))).toMatchObject({
      number: '****4826',
      pin: '****',
    })
  })

  it('leaves a PIN that is not there', () => {
    expect(maskSecrets('{"pin": ""}')).toBe('{"pin": ""}')
  })

  it.each([
    String.raw`{"password":"a\"b,c"}`,
    '{"password" : "never closed',
    '{"pin": 7305, "x": 1}',
    '{"number":\n"9999000000004826"',
  ])('masks %s', (text) => {
    expect(maskSecrets(text)).not.toMatch(/a\\"b|never|7305|9999/)
  })

  it('masks token and password of a command', () => {
    const command = toCurl({
      method: 'POST',
      url: 'http://127.0.0.1:3000/v3/customers/login',
      headers: [['Authorization', 'Bearer aaa.bbb.ccc']],
      body: JSON.stringify(requestExample('login', 'loginElite')),
    })
    const text = maskSecrets(command)
    expect(text).not.toMatch(/aaa|ccc|horse/)
    expect(text).toContain(`-H 'Authorization: Bearer ****'`)
    expect(text).toContain(`"email":"elite@example.com","password":"****"}}'`)
  })
})

describe('maskHeader', () => {
  it('masks a token and nothing else', () => {
    expect(maskHeader('Authorization', 'a.b.c')).toBe('****')
    expect(maskHeader('x-request-id', 'a.b.c')).toBe('a.b.c')
  })
})
