import { describe, expect, it } from 'vitest'
import { describeDefect, redactMessage, summarizeDefect } from './defect.ts'

describe('redactMessage', () => {
  it.each([
    ['The database is read-only', 'The database is …'],
    ['relation "orders" does not exist', 'relation … does not exist'],
    ['column "a" of relation "b" does not exist', 'column … does not exist'],
    ["Cannot read properties of undefined (reading 'id')", 'Cannot read properties of undefined …'],
    ['cart.lines.map is not a function', '… is not a function'],
    ['Invalid time value', 'Invalid time value'],
    ['connect ECONNREFUSED 127.0.0.1:5432', 'connect …'],
    ['The provider is away', 'The provider is away'],
    ['duplicate key value violates unique constraint "a"', 'duplicate key …'],
    ['shopping for a monkey', 'shopping for a monkey'],
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
    ['a word behind a password', 'wrong password swordfish', 'swordfish'],
    ['all words behind a password', 'the password was swordfish and no other', 'swordfish'],
    ['a word behind a PIN in capitals', 'the PIN swordfish is wrong', 'swordfish'],
    ['a word behind several tokens', 'of two tokens, swordfish was wrong', 'swordfish'],
    ['a word behind the name of a field', 'rejected cardPin swordfish', 'swordfish'],
    ['a word behind a name of two parts', 'rejected api_key swordfish', 'swordfish'],
    ['a word behind a name in one', 'rejected accesstoken swordfish', 'swordfish'],
    ['a word behind a scheme', 'rejected authorization bearer swordfish', 'swordfish'],
    ['a word behind a number', 'unknown card number swordfish', 'swordfish'],
    ['a word behind a secret', 'Secret swordfish is wrong', 'swordfish'],
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
      Object.assign(new TypeError('Invalid time'), { code: 'ERR_INVALID_ARG_TYPE' }),
    )
    expect(described).toStrictEqual({
      error: 'TypeError',
      code: 'ERR_INVALID_ARG_TYPE',
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
    expect(describeDefect(thrown)).toStrictEqual([{ error: typeof thrown, message: '', frames: [] }])
  })
})

describe('summarizeDefect', () => {
  it('says an error and its causes in one line', () => {
    const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:443'), { code: 'ECONNREFUSED' })
    const cause = new TypeError('fetch failed', { cause: refused })
    expect(summarizeDefect(new Error('The cards of order 7 were not issued', { cause }))).toBe(
      'Error: The cards of order … were not issued, caused by TypeError: fetch failed, caused by Error: ECONNREFUSED: connect …',
    )
  })

  it('redacts causes too', () => {
    const error = new Error('The cards were not issued', { cause: new Error('wrong password swordfish') })
    expect(summarizeDefect(error)).toBe('Error: The cards were not issued, caused by Error: wrong password …')
  })

  it('says the type alone of a value', () => {
    expect(summarizeDefect('swordfish')).toBe('string')
  })
})
