import { describe, expect, it } from 'vitest'
import { addApp, asOperator, depositToDrawdown, rehearsal } from '../../index.ts'
import { eliteAccount } from '../samples/book-entries.ts'
import { reasonOf, valueOf } from '../samples/outcome.ts'
import { useMarketplace } from '../samples/use-marketplace.ts'

const market = useMarketplace()

describe('rehearsal', () => {
  it('comes out as the change would, and changes nothing', async () => {
    const store = rehearsal(market.store)
    expect(reasonOf(await addApp(store, 'corner-shop'))).toBe('done')
    expect(reasonOf(await addApp(store, 'demo-app'))).toBe('There is an app demo-app already')
    const deposit = await depositToDrawdown({ ...market.deps, store }, 'elite@example.com', 5000, 'wire-1')
    expect(valueOf(deposit).balanceCents).toBe(155_000)
    expect((await market.store.findAccess('corner-shop', null)).appIsEnabled).toBe(false)
    expect(await eliteAccount(market)).toEqual([150_000, 30_000])
  })
})

describe('asOperator', () => {
  it('names the operator before anything is changed', async () => {
    const named: string[] = []
    const store = asOperator(
      {
        ...market.store,
        transaction: (work, keep) =>
          market.store.transaction(
            (tx) => work({ ...tx, nameOperator: (name) => void named.push(name) }),
            keep,
          ),
      },
      'ada',
    )
    await addApp(store, 'corner-shop')
    expect(named).toEqual(['ada'])
  })
})
