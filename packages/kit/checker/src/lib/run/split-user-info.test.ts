import { describe, expect, it } from 'vitest'
import { splitUserInfo } from './split-user-info.ts'

describe('splitUserInfo', () => {
  it('makes a header of user and password', () => {
    expect(splitUserInfo('https://me:p%40ss:wörd@h.test:81/v1')).toStrictEqual({
      baseUrl: 'https://h.test:81/v1',
      headers: { authorization: `Basic ${Buffer.from('me:p@ss:wörd').toString('base64')}` },
    })
  })

  it('takes a user without a password', () => {
    expect(splitUserInfo('http://me@h.test')).toStrictEqual({
      baseUrl: 'http://h.test',
      headers: { authorization: 'Basic bWU6' },
    })
  })

  it('leaves any other URL as it is', () => {
    expect(splitUserInfo('http://h.test/@me')).toStrictEqual({ baseUrl: 'http://h.test/@me', headers: {} })
  })
})
