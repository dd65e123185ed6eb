import { invariants } from '@giftcards/storage/maintenance'
import { describe, expect, it } from 'vitest'
import { readText } from '../deploy/read-deploy.ts'

const guide = readText('apps/docs/guides/what-check-books-checks.md')
const rules = guide.slice(guide.indexOf('### '))

describe('the guide to check-books', () => {
  it('has every rule, what it means and what to do, in the order in which they are checked', () => {
    const expected = invariants.map(
      ({ name, rule, action }) => `### ${name}\n\n${rule}\n\n**Do:** ${action}\n`,
    )
    expect(rules).toBe(expected.join('\n'))
  })
})
