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
  test('keeps the attributes of a cookie that is set', () => {
    expect(maskHeaders([['set-cookie', 'sid=abc; Path=/; HttpOnly']])).toEqual([
      ['set-cookie', 'sid=***; Path=/; HttpOnly'],
    ])
  })

  test('hides a credential that has no scheme', () => {
    expect(maskHeaders([['authorization', 'abc def']])).toEqual([['authorization', '***']])
  })
})

describe('maskUrl', () => {
  test('hides the password alone', () => {
    expect(maskUrl('https://me:secret@host/a')).toBe('https://me:***@host/a')
    expect(maskUrl('https://host/a:b@c')).toBe('https://host/a:b@c')
  })
})
