import * as fc from 'fast-check'
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { anyExchange } from '../../test/any-exchange.ts'
import type { Draft } from '../../test/describe-check.ts'
import { type Drafts, showDrafts } from '../../test/describe-property.ts'
import { shop } from '../../test/pet-shop.ts'
import { type EvidenceKind, judgeShown } from '../core/evidence.ts'
import * as shared from '../scenarios/evidence.ts'
import { propertyRules } from './all-properties.ts'
import * as conditions from './conditional-request/oracle.ts'
import * as lives from './life-cycle/oracle.ts'
import * as puts from './put-replaces/oracle.ts'
import { ownedWritten } from './read-only-written/oracle.ts'
import { createdAfterDeletion } from './resource-identity/oracle.ts'
import { textWritten } from './text-round-trip/oracle.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

const one: fc.Arbitrary<Draft> = anyExchange
const maybe = fc.option(one, { nil: undefined })
const some = fc.array(one, { maxLength: 3 })

/** Any evidence of a kind. */
const any = <Seen extends object>(
  kind: EvidenceKind<Seen>,
  parts: { readonly [Part in keyof Drafts<Seen>]: fc.Arbitrary<Drafts<Seen>[Part]> },
) => ({
  kind: kind.name,
  evidence: fc.record<Drafts<Seen>>(parts).map((drafts) => showDrafts(kind, shop, drafts as Drafts<Seen>)),
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

/** The names of the kinds that the sources define. */
const defined = globSync('src/{scenarios/evidence,properties/*/oracle}.ts', { cwd: root }).flatMap((path) =>
  Array.from(
    readFileSync(`${root}${path}`, 'utf8').matchAll(/defineEvidence<[^(]*>\(\s*'([^']+)'/g),
    ([, name = '']) => name,
  ),
)

describe('the rules of all properties', () => {
  it.each(kinds)('throw at no evidence of the kind $kind', ({ evidence }) => {
    fc.assert(
      fc.property(evidence, (shown) => {
        const findings = propertyRules.flatMap((rule) => judgeShown(rule, shown))
        expect(findings.every(({ key, message }) => key !== '' && message.endsWith('.'))).toBe(true)
      }),
      { seed: 20_240_101, numRuns: 25 },
    )
  })

  it('judge kinds of evidence with names of their own, each of which is tried here', () => {
    expect(kinds.map(({ kind }) => kind).toSorted()).toEqual(defined.toSorted())
    expect(new Set(defined).size).toBe(defined.length)
  })
})
