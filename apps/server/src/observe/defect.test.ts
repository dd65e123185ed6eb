import { CardsNotIssuedError } from '@giftcards/marketplace'
import { describe, expect, it } from 'vitest'
import { describeDefect, summarizeDefect } from './defect.ts'

describe('describeDefect', () => {
  it('shows the name, code and frames of an error, and no message', () => {
    const [described, ...causes] = describeDefect(
      Object.assign(new TypeError('Invalid time'), { code: 'ERR_INVALID_ARG_TYPE' }),
    )
    expect(described).toStrictEqual({
      error: 'TypeError',
      code: 'ERR_INVALID_ARG_TYPE',
      frames: expect.arrayContaining([expect.stringMatching(/^at .*defect\.test\.ts:\d+:\d+/)]) as string[],
    })
    expect(causes).toStrictEqual([])
  })

  it('shows the causes in their order', () => {
    const root = new RangeError('Invalid count 7777')
    const error = new Error('checkout failed', { cause: new TypeError('no order', { cause: root }) })
    expect(describeDefect(error).map(({ error: name }) => name)).toStrictEqual([
      'Error',
      'TypeError',
      'RangeError',
    ])
  })

  it('ends a circle of causes', () => {
    const error = new Error('first')
    error.cause = new Error('second', { cause: error })
    expect(describeDefect(error)).toHaveLength(6)
  })

  it('shows the messages of our own classes', () => {
    const cause = new CardsNotIssuedError('The cards of order 7 were not issued')
    const [error, described] = describeDefect(new Error('the password swordfish', { cause }))
    expect(described?.message).toBe(cause.message)
    expect(error).not.toHaveProperty('message')
  })

  it('takes no line of a message for a frame', () => {
    const error = new Error('first\n    at elm (file:1:1)')
    expect(JSON.stringify(describeDefect(error))).not.toContain('elm')
    error.message = 'another'
    expect(describeDefect(error)[0].frames).toStrictEqual([])
  })

  it('omits a name or code that may be a value', () => {
    const error = Object.assign(new Error('x'), { name: 'elm street', code: 'elm' })
    expect(describeDefect(error)[0]).toMatchObject({ error: 'Error' })
    expect(JSON.stringify(describeDefect(error)[0].code ?? null)).toBe('null')
  })

  it.each([
    'ECONNREFUSED',
    'ENOTFOUND',
    'EAI_AGAIN',
    'ERR_SQLITE_ERROR',
    'UND_ERR_SOCKET',
    'CERT_HAS_EXPIRED',
  ])('shows the code %s', (code) => {
    expect(describeDefect(Object.assign(new Error('x'), { code }))[0].code).toBe(code)
  })

  it.each(['12345', '22P02', 'ABCD1234EFGH', 'ELEPHANT', 'SWORDFISH', 4711])('omits the code %j', (code) => {
    expect(describeDefect(Object.assign(new Error('x'), { code }))[0]).not.toHaveProperty('code')
  })

  it('shows the state of a database error alone', () => {
    const state = { code: '22P02', severity: 'ERROR', routine: 'pg_strtoint32_safe' }
    class DatabaseError extends Error {}
    const [described] = describeDefect(Object.assign(new DatabaseError('x'), state))
    expect(described.code).toBe('22P02')
    expect(describeDefect(Object.assign(new Error('x'), state))[0]).not.toHaveProperty('code')
    const odd = Object.assign(new DatabaseError('x'), { ...state, code: 'ABCD1234EFGH' })
    expect(describeDefect(odd)[0]).not.toHaveProperty('code')
  })

  it.each(['elm', 7, null, undefined])('shows only the type of a thrown %j', (thrown) => {
    expect(describeDefect(thrown)).toStrictEqual([{ error: typeof thrown, frames: [] }])
  })
})

describe('summarizeDefect', () => {
  it('formats an error and its causes in one line', () => {
    const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:443'), { code: 'ECONNREFUSED' })
    const cause = new TypeError('wrong password swordfish', { cause: refused })
    expect(summarizeDefect(new CardsNotIssuedError('The cards of order 7 were not issued', { cause }))).toBe(
      'CardsNotIssuedError: The cards of order 7 were not issued, caused by TypeError, caused by Error: ECONNREFUSED',
    )
  })

  it('shows only the type of a value', () => {
    expect(summarizeDefect('swordfish')).toBe('string')
  })
})
