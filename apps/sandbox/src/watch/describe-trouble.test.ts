import { describe, expect, it } from 'vitest'
import { describeTrouble } from './describe-trouble.ts'
import { sampleSnapshot } from './sample-snapshot.fixture.ts'

const problem = 'The server does not respond.'

describe('describeTrouble', () => {
  it('says that what is shown is old', () => {
    expect(describeTrouble({ link: 'lost', problem, snapshot: sampleSnapshot() })).toBe(
      'The server does not respond. The page shows the last response, and continues by itself when the next one arrives.',
    )
  })

  it('says nothing of what is shown where nothing is', () => {
    expect(describeTrouble({ link: 'lost', problem, snapshot: null })).toBe(
      'The server does not respond. The page tries again by itself.',
    )
  })

  it.each(['connecting', 'live', 'locked', 'unlocking'] as const)(
    'is silent where the link is %s',
    (link) => {
      expect(describeTrouble({ link, problem, snapshot: sampleSnapshot() })).toBeNull()
    },
  )
})
