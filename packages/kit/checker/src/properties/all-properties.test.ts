import * as fc from 'fast-check'
import { globSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { anyExchange } from '../../test/any-exchange.ts'
import type { Draft } from '../../test/describe-check.ts'
import { type Drafts, judgeEvidence } from '../../test/describe-property.ts'
import { shop } from '../../test/pet-shop.ts'
import type { EvidenceKind } from '../core/evidence.ts'
import * as shared from '../scenarios/evidence.ts'
import { propertyRules } from './all-properties.ts'
import * as conditions from './conditional-request/oracle.ts'
import * as lives from './life-cycle/oracle.ts'
import * as puts from './put-replaces/oracle.ts'
import { ownedWritten } from './read-only-written/oracle.ts'
import { createdAfterDeletion } from './resource-identity/oracle.ts'
import { textWritten } from './text-round-trip/oracle.ts'

const one: fc.Arbitrary<Draft> = anyExchange
const maybe = fc.option(one, { nil: undefined })
const some = fc.array(one, { maxLength: 3 })

/** Any evidence of a kind, and what all rules say of it. */
const any = <Seen extends object>(
  kind: EvidenceKind<Seen>,
  parts: { readonly [Part in keyof Seen]: fc.Arbitrary<Drafts<Seen>[Part]> },
) => ({
  kind: kind.name,
  evidence: fc.record(parts),
  judge: (drafts: Drafts<Seen>) => propertyRules.flatMap((rule) => judgeEvidence(rule, kind, shop, drafts)),
})
const change = { earlier: some, before: maybe, change: one }

const kinds = [
  any(shared.itemCreated, { earlier: some, create: one }),
  any(shared.createdItemRead, { create: one, read: one }),
  any(shared.itemChanged, change),
  any(shared.changedItemRead, { ...change, read: one }),
  any(shared.changeRejected, { created: maybe, once: maybe, before: one, rejected: one, after: one }),
  any(shared.itemActedOn, { before: maybe, act: one, after: one }),
  any(shared.itemUsed, { source: one, reads: some, use: one }),
  any(shared.createdItemsListed, {
    before: fc.option(some, { nil: undefined }),
    created: some,
    read: maybe,
    list: some,
  }),
  any(shared.pagesRead, { pages: some }),
  any(shared.pagesAndWholeRead, { pages: some, whole: one }),
  any(shared.listFiltered, { whole: one, filtered: one }),
  any(shared.oddTextRead, { write: one, read: one }),
  any(shared.listWithDefaults, { bare: one, full: one }),
  any(conditions.readUnchanged, { first: one, repeated: one }),
  any(conditions.readOther, { read: one }),
  any(conditions.changeUnmet, { change: one }),
  any(conditions.changeOfAny, { change: one }),
  any(conditions.changeMet, { before: one, change: one, after: one }),
  any(lives.deletedItemRead, { created: one, before: maybe, removed: one, read: one }),
  any(lives.deletedItemChanged, { created: one, removed: one, read: one, change: one }),
  any(lives.deletedItemListed, { created: one, removed: one, read: maybe, list: some }),
  any(puts.putRepeated, { first: one, then: one, again: one, now: one }),
  any(puts.listedAfterPut, { again: one, list: one }),
  any(ownedWritten, { before: one, control: maybe, write: one, shown: one }),
  any(createdAfterDeletion, { removals: some, create: one }),
  any(textWritten, { write: one, read: one }),
]

/** The kinds of evidence that a module exports. */
const kindsOf = (module: Readonly<Record<string, unknown>>): readonly string[] =>
  Object.values(module).flatMap((each) =>
    typeof each === 'object' && each !== null && 'name' in each && 'read' in each ? [String(each.name)] : [],
  )

describe('the rules of all properties', () => {
  it.each(kinds)('throw at no evidence of the kind $kind', ({ evidence, judge }) => {
    fc.assert(
      fc.property(evidence as fc.Arbitrary<never>, (drafts) => {
        const findings = judge(drafts)
        expect(findings.every(({ key, message }) => key !== '' && message.endsWith('.'))).toBe(true)
      }),
      { seed: 20_240_101, numRuns: 40 },
    )
  })

  it('judge kinds of evidence with names of their own, all of which are tried here', async () => {
    const paths = globSync('*/oracle.ts', { cwd: import.meta.dirname })
    const modules = await Promise.all(
      paths.map((path) => import(`./${path}`) as Promise<Readonly<Record<string, unknown>>>),
    )
    const names = [shared, ...modules].flatMap(kindsOf)
    expect(new Set(names).size).toBe(names.length)
    expect(names.toSorted()).toEqual(kinds.map(({ kind }) => kind).toSorted())
  })
})
