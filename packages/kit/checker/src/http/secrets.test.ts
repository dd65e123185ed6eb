import { describe, expect, test } from 'vitest'
import { maskHeaders, maskSecrets, maskUrl } from './secrets.ts'

const request = {
  method: 'POST',
  target: '/token',
  headers: [['content-type', 'application/x-www-form-urlencoded']],
  body: 'a=1&client_secret=s3',
} as const

describe('maskSecrets', () => {
  test('masks secret fields of a form', () => {
    expect(maskSecrets(request).body).toBe('a=1&client_secret=***')
  })

  test('masks encoded names given in another case', () => {
    expect(maskSecrets({ ...request, target: '/x?my%5Fid=7&b=2' }, ['MY_ID']).target).toBe(
      '/x?my%5Fid=***&b=2',
    )
  })

  test('leaves what is no secret alone', () => {
    const plain = {
      ...request,
      target: '/tokens?page=2',
      body: '{"password":"x"}',
      headers: [['x-request-id', '1']],
    } as const
    expect(maskSecrets(plain)).toEqual(plain)
  })
})

describe('maskHeaders', () => {
  test.each([
    ['set-cookie', 'sid=abc; Path=/; HttpOnly', 'sid=***; Path=/; HttpOnly'],
    ['authorization', 'abc def', '***'],
  ])('masks %s: %s', (name, value, masked) => {
    expect(maskHeaders([[name, value]])).toEqual([[name, masked]])
  })
})

describe('maskUrl', () => {
  test.each([
    ['https://me:secret@host/a', 'https://me:***@host/a'],
    ['https://host/a:b@c', 'https://host/a:b@c'],
  ])('masks the password alone of %s', (url, masked) => {
    expect(maskUrl(url)).toBe(masked)
  })
})
