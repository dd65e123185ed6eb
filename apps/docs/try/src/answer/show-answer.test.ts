import { describe, expect, it } from 'vitest'
import { operationNamed } from '../contract/operations.fixture.ts'
import { toObject, toText } from '../json-object.ts'
import type { ReceivedAnswer } from './outcome.ts'
import { showAnswer } from './show-answer.ts'

const createSession = operationNamed('createSession')
const getSecureData = operationNamed('getSecureData')
const secureExamples = getSecureData.answers.get('200')?.examples ?? []

function received(more: Partial<ReceivedAnswer>): ReceivedAnswer {
  const body = more.body ?? { sessionId: 'a' }
  return {
    kind: 'answer',
    status: 200,
    headers: [],
    text: JSON.stringify(body),
    durationMs: 1,
    ...more,
    body,
  }
}

describe('showAnswer', () => {
  it('masks a token in the body', () => {
    const answer = received({ body: { access_token: 'a.b.c' } })
    expect(showAnswer(createSession, answer, false)).toMatchObject({
      text: '{\n  "access_token": "****"\n}',
      hasSecrets: true,
    })
  })

  it('masks a token in the headers', () => {
    const answer = received({ headers: [['authorization', 'a.b.c']] })
    expect(showAnswer(createSession, answer, false)).toMatchObject({
      declaredHeaders: [['authorization', '****']],
      hasSecrets: true,
    })
  })

  it('shows what is masked on demand', () => {
    const answer = received({ body: { access_token: 'a.b.c' }, headers: [['authorization', 'a.b.c']] })
    expect(showAnswer(createSession, answer, true)).toMatchObject({
      text: '{\n  "access_token": "a.b.c"\n}',
      declaredHeaders: [['authorization', 'a.b.c']],
      hasSecrets: true,
    })
  })

  it('offers nothing to unmask where nothing is secret', () => {
    const answer = received({ headers: [['content-length', '17']] })
    expect(showAnswer(createSession, answer, false).hasSecrets).toBe(false)
  })

  it.each(secureExamples)('shows nothing secret of the example $name', ({ value }) => {
    const { text } = showAnswer(getSecureData, received({ body: value }), false)
    const { number, pin, barcode } = toObject(value)
    const secrets = [number, pin, toObject(barcode)['contents']].map(toText)
    expect(secrets.filter((secret) => secret !== '' && text.includes(secret))).toStrictEqual([])
    expect(text.match(/"\*{4}"/g)?.length).toBe(secrets.filter((secret) => secret !== '').length)
  })

  it('tells the headers of the contract from others', () => {
    const answer = received({
      headers: [
        ['content-length', '17'],
        ['X-Session-Id', 'a'],
      ],
    })
    expect(showAnswer(createSession, answer, false)).toMatchObject({
      declaredHeaders: [['X-Session-Id', 'a']],
      otherHeaders: [['content-length', '17']],
    })
  })

  it('takes every header for an other one where the status is not declared', () => {
    const answer = received({ status: 418, headers: [['x-session-id', 'a']] })
    expect(showAnswer(createSession, answer, false)).toMatchObject({
      declaredHeaders: [],
      otherHeaders: [['x-session-id', 'a']],
    })
  })
})
