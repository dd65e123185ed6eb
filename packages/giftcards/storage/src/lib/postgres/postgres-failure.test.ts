import { StoreUnavailableError } from '@giftcards/marketplace'
import { DatabaseError } from 'pg'
import { describe, expect, it } from 'vitest'
import { describeOpenFailure, isConflict, toStoreError } from './postgres-failure.ts'

const errorOf = (state: string): DatabaseError => withState('said by the server', state)

function withState(message: string, state: string): DatabaseError {
  return Object.assign(new DatabaseError(message, 0, 'error'), { code: state })
}

describe('toStoreError', () => {
  it.each([
    ['08006', 'The database cannot be reached'],
    ['25006', 'The database is read-only'],
    ['25P03', 'The database aborted the transaction'],
    ['28P01', 'The database rejects the user'],
    ['3D000', 'The database is gone'],
    ['40001', 'The database is too busy with other transactions'],
    ['40003', 'The database does not know whether it committed'],
    ['53100', 'The database is out of resources'],
    ['53300', 'The database is out of resources'],
    ['55P03', 'The database is locked'],
    ['57014', 'The database took too long'],
    ['57P01', 'The database is shutting down'],
    ['57P03', 'The database is starting up'],
    ['57P05', 'The database is being operated on'],
    ['58030', 'The database reports an error of its operating system'],
    ['XX001', 'The database is damaged'],
  ])('takes %s for the trouble of the server', (state, message) => {
    expect(toStoreError(errorOf(state))).toEqual(new StoreUnavailableError(message))
  })

  it.each(['22P02', '23505', '23514', '25P02', '42P01', '42601'])('takes %s for our own', (state) => {
    const error = errorOf(state)
    expect(toStoreError(error)).toBe(error)
  })

  it('leaves what no server has said as it is', () => {
    const error = new Error('a bug')
    expect(toStoreError(error)).toBe(error)
  })
})

describe('isConflict', () => {
  it.each(['40001', '40P01'])('knows %s, however often', (state) => {
    expect([isConflict(errorOf(state), 1), isConflict(errorOf(state), 19)]).toEqual([true, true])
  })

  it('retries a duplicate key only a few times', () => {
    expect([1, 4, 5].map((attempt) => isConflict(errorOf('23505'), attempt))).toEqual([true, true, false])
  })

  it.each(['40003', '57P01', '08006'])('never takes %s for one', (state) => {
    expect(isConflict(errorOf(state), 1)).toBe(false)
  })
})

describe('describeOpenFailure', () => {
  it.each([
    [
      withCode('self-signed certificate', 'DEPTH_ZERO_SELF_SIGNED_CERT'),
      /certificate is not trusted \(DEPTH_ZERO/,
    ],
    [withCode('no route', 'EHOSTUNREACH'), /its host does not respond/],
    [
      withState('unsupported startup parameter: lock_timeout', '08P01'),
      /^a pooler in between rejects .* \(unsupported startup parameter: lock_timeout\)$/,
    ],
    [withState('expected password response', '08P01'), /^expected password response$/],
    [new Error('first\nsecond'), /^first$/],
    ['thrown text', /^unknown trouble$/],
  ])('words %s', (error, sentence) => {
    expect(describeOpenFailure(error)).toMatch(sentence)
  })
})

function withCode(message: string, code: string): Error {
  return Object.assign(new Error(message), { code })
}
