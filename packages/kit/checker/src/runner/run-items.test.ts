import { describe, expect, it } from 'vitest'
import type { WorkItem } from '../phases/work-item.ts'
import { runItems } from './run-items.ts'

interface Claimed {
  readonly owns?: readonly string[]
  readonly uses?: readonly string[]
  readonly pages?: readonly string[]
  readonly removes?: readonly string[]
  readonly canBeApart?: boolean
  readonly phase?: WorkItem['phase']
}

const toItem = (
  subject: string,
  { owns = [], uses = owns, pages = [], removes = [], canBeApart = false, phase }: Claimed,
): WorkItem => ({
  phase: phase ?? 'stateful',
  operation: undefined,
  subject,
  needsReset: false,
  owns: new Set(owns),
  uses: new Set(uses),
  pages: new Set(pages),
  removes: new Set(removes),
  canBeApart,
  run: () => Promise.resolve(),
})

/** Runs items, each for one turn of the event loop, and returns which ones ran in parallel. */
const run = async (
  claims: Readonly<Record<string, Claimed>>,
  { workers = 8, refused = [] }: { readonly workers?: number; readonly refused?: readonly string[] } = {},
) => {
  const log: string[] = []
  const running = new Set<string>()
  const beside: Record<string, readonly string[]> = {}
  const items = Object.entries(claims).map(([subject, claimed]) => toItem(subject, claimed))
  await runItems(items, workers, async ({ subject }, mustBeApart) => {
    log.push(mustBeApart ? `${subject} apart` : subject)
    running.add(subject)
    for (const one of running) beside[one] = [...running].filter((other) => other !== one)
    await new Promise(setImmediate)
    running.delete(subject)
    return !(mustBeApart && refused.includes(subject))
  })
  return { log, beside }
}

describe('runItems', () => {
  it('keeps the order of the plan with one worker, and nothing has to be apart', async () => {
    const { log, beside } = await run(
      { a: { uses: ['x'] }, b: { owns: ['x'], canBeApart: true }, c: {} },
      { workers: 1 },
    )
    expect(log).toStrictEqual(['a', 'b', 'c'])
    expect(Object.values(beside).flat()).toStrictEqual([])
  })

  it('runs nothing that uses a resource beside its owner, and everything else', async () => {
    const { beside } = await run({ owner: { owns: ['x'] }, user: { uses: ['x'] }, other: { uses: ['y'] } })
    expect(beside).toMatchObject({ owner: ['other'] })
    expect(beside['user']).not.toContain('owner')
  })

  it('deletes nothing beside work that reads the list page by page, and creates', async () => {
    const { beside } = await run({
      'first deleter': { uses: ['x'], removes: ['x'] },
      reader: { uses: ['x'], pages: ['x'] },
      'second deleter': { uses: ['x'], removes: ['x'] },
      creator: { uses: ['x'] },
    })
    expect(beside['reader']).toStrictEqual(['creator'])
    expect(beside['first deleter']).toContain('second deleter')
  })

  it('runs work that can be apart beside those that use what it owns', async () => {
    const { log, beside } = await run({ apart: { owns: ['x'], canBeApart: true }, user: { uses: ['x'] } })
    expect(log).toStrictEqual(['apart apart', 'user'])
    expect(beside['apart']).toStrictEqual(['user'])
  })

  it('does again, after all others and by itself, what could not be apart', async () => {
    const { log, beside } = await run(
      {
        first: { owns: ['x'], canBeApart: true },
        second: { owns: ['x'], canBeApart: true },
        user: { uses: ['x'] },
      },
      { refused: ['first', 'second'] },
    )
    expect(log).toStrictEqual(['first apart', 'second apart', 'user', 'first', 'second'])
    expect(beside['second']).toStrictEqual([])
  })

  it('begins with what others wait for, and does no more at once than it has workers', async () => {
    const claims = { user: { uses: ['x'] }, owner: { owns: ['x'] }, one: {}, other: {} }
    const { log, beside } = await run(claims, { workers: 2 })
    expect(log).toStrictEqual(['owner', 'one', 'user', 'other'])
    expect(Object.values(beside).every((others) => others.length <= 1)).toBe(true)
  })

  it('ends a phase before the next one begins', async () => {
    const { beside } = await run({ a: { phase: 'examples' }, b: { phase: 'fuzz' }, c: { phase: 'fuzz' } })
    expect(beside).toMatchObject({ a: [], b: ['c'] })
  })
})
