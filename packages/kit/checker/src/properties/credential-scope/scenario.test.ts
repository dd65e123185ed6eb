import { describe, expect, it } from 'vitest'
import { INTEGER, lists, loadPaths, makes, objectOf, reads, TEXT } from '@contract-kit/openapi/testing'
import { createFakeApi, keepItems } from '../testing/fake-api.ts'
import { runScenario } from '../testing/fake-port.ts'

const neighbor = { name: 'neighbor', schemes: [], owns: true, isExpired: false }

describe('planOwnership', () => {
  it.each([
    ['a whole name', 'Ada Lind', 'Ada%20Lind'],
    ['the plain part of a name', '“Lovelace”', 'Lovelace'],
    ['the beginning of a long name', '本'.repeat(30), encodeURIComponent('本'.repeat(10))],
    ['a short name', 'あ', encodeURIComponent('あ')],
  ])('lets a stranger search for %s', async (_title, name, asked) => {
    const guest = objectOf({ id: INTEGER, name: TEXT })
    const search = { name: 'q', in: 'query', schema: { ...TEXT, maxLength: 12 } }
    const document = await loadPaths({
      '/guests': {
        ...lists(guest, { parameters: [search] }),
        ...makes(objectOf({ name: { enum: [name] } }, 'name'), guest),
      },
      '/guests/{guestId}': reads(guest),
    })
    const { log } = await runScenario(
      document,
      'ownership /guests/{}',
      createFakeApi(keepItems('/guests')),
      1,
      neighbor,
    )
    expect(log).toContain(`stranger-list GET /guests?q=${asked} 200`)
  })
})
