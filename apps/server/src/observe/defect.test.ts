import { describe, expect, it } from 'vitest'
import { describeDefect, redactMessage } from './defect.ts'

describe('redactMessage', () => {
  it.each([
    ['The database is read-only', 'The database is …'],
    ['relation "orders" does not exist', 'relation … does not exist'],
    ['column "a" of relation "b" does not exist', 'column … does not exist'],
    ["Cannot read properties of undefined (reading 'id')", 'Cannot read properties of undefined …'],
    ['cart.lines.map is not a function', '… is not a function'],
    ['Invalid time value', 'Invalid time value'],
    ['connect ECONNREFUSED 127.0.0.1:5432', 'connect …'],
    ['', ''],
  ])('keeps the plain words of %j', (message, redacted) => {
    expect(redactMessage(message)).toBe(redacted)
  })

  it.each([
    ['a card number', 'no card 9999000011112222 here', '9999'],
    ['a short number', 'wrong pin 1234 given', '1234'],
    ['an address of mail', 'unknown elite@example.com', 'elite'],
    ['a name', 'no customer Erin Elm', 'Elm'],
    ['a quoted text of several words', 'no "Erin of elm street" found', 'elm'],
    ['a quotation mark within a quotation', 'no "the "elm" street" found', 'elm'],
    ['a lone quotation mark', 'cannot parse "elm street', 'elm'],
    ['a quotation that never ends', 'no "x" and no "elm street', 'elm'],
    ['a quotation of several lines', 'no "x" and no "elm\nstreet"', 'elm'],
    ['a quotation that is cut off', `no "x" and no "elm ${'a '.repeat(1000)}"`, 'elm'],
    ['an apostrophe before a quotation', "doesn't know 'elm street' yet", 'elm'],
    ['a value behind a colon', 'wrong password: elm', 'elm'],
    ['a token', 'bad token eyJhbGciOiJFUzI1NiJ9.e30.c2ln', 'eyJ'],
    ['hyphenated words', 'correct-horse-battery was wrong', 'horse'],
    ['a long word', `unknown ${'elm'.repeat(10)}`, 'elm'],
    ['several lines', 'failed\n    at elm (file:1:1)', 'file'],
    ['what stands far behind', `${'a '.repeat(1000)}elm`, 'elm'],
  ])('omits %s', (_case, message, secret) => {
    expect(redactMessage(message)).not.toContain(secret)
  })
})

describe('describeDefect', () => {
  it('shows the name, code, message and frames of an error', () => {
    const [described, ...causes] = describeDefect(
      Object.assign(new TypeError('Invalid time'), { code: '22P02' }),
    )
    expect(described).toStrictEqual({
      error: 'TypeError',
      code: '22P02',
      message: 'Invalid time',
      frames: expect.arrayContaining([expect.stringMatching(/^at .*defect\.test\.ts:\d+:\d+/)]) as string[],
    })
    expect(causes).toStrictEqual([])
  })

  it('shows the causes in their order', () => {
    const root = new RangeError('Invalid count 7777')
    const error = new Error('checkout failed', { cause: new TypeError('no order', { cause: root }) })
    expect(describeDefect(error).map(({ error: name, message }) => [name, message])).toStrictEqual([
      ['Error', 'checkout failed'],
      ['TypeError', 'no order'],
      ['RangeError', 'Invalid count …'],
    ])
  })

  it('ends a circle of causes', () => {
    const error = new Error('first')
    error.cause = new Error('second', { cause: error })
    expect(describeDefect(error)).toHaveLength(6)
  })

  it('shows the messages of given classes whole', () => {
    class BreachError extends Error {}
    const cause = new BreachError('createCart 201: body/total must be integer')
    const [error, described] = describeDefect(new Error('Response rejected: 201', { cause }), [BreachError])
    expect(described?.message).toBe(cause.message)
    expect(error.message).toBe('Response rejected …')
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

  it.each(['elm', 7, null, undefined])('shows only the type of a thrown %j', (thrown) => {
    expect(describeDefect(thrown)).toStrictEqual([{ error: typeof thrown, message: '', frames: [] }])
  })
})
