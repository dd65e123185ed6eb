import { describe, expect, it } from 'vitest'
import type { Check, Finding } from '../src/core/check.ts'
import { type EvidenceKind, judgeShown, type PropertyRule, type Shown } from '../src/core/evidence.ts'
import type { Exchange } from '../src/core/exchange.ts'
import { propertyChecks } from '../src/properties/all-properties.ts'
import { describeCheck, type Draft, type Rig, type Row, type Told, toParts } from './describe-check.ts'

/** The exchanges of evidence in short, by their parts; `undefined` for a part that is not there. */
export type Drafts<Seen> = {
  readonly [Part in keyof Seen]: Draft | readonly Draft[] | (undefined extends Seen[Part] ? undefined : never)
}

/** What a row shows, the evidence, what the rule says of it, and the API if it is another one. */
export type EvidenceRow<Seen> = readonly [title: string, drafts: Drafts<Seen>, told: Told, rig?: Rig]

/** Defines one test for each row of the table of a rule about one kind of evidence. */
export function describeRule<Seen extends object>(
  rule: PropertyRule,
  kind: EvidenceKind<Seen>,
  rig: Rig,
  rows: readonly EvidenceRow<Seen>[],
): void {
  describe(`${rule.id}: ${kind.name}`, () => {
    const cases = rows.map(([title, drafts, told, own = rig]) => ({
      title,
      drafts,
      parts: toParts(told),
      own,
    }))
    it.each(cases)('$title', ({ drafts, parts, own }) => {
      expect(judgeEvidence(rule, kind, own, drafts)).toMatchObject(parts)
    })
  })
}

/** Defines one test for each row of the table of what a rule says of an exchange by itself. */
export function describeVerify(rule: PropertyRule, rig: Rig, rows: readonly Row[]): void {
  describeCheck(checkOf(rule), rig, rows)
}

/** The check of single exchanges that a run makes of a rule. */
export const checkOf = ({ id }: PropertyRule): Check => {
  const check = propertyChecks.find((each) => each.id === id)
  if (check === undefined) throw new Error(`${id} judges no single exchange.`)
  return check
}

/** What a rule says of evidence. Each exchange has the ones before it as its history. */
export const judgeEvidence = <Seen extends object>(
  rule: PropertyRule,
  kind: EvidenceKind<Seen>,
  rig: Rig,
  drafts: Drafts<Seen>,
): readonly Finding[] => judgeShown(rule, { kind: kind.name, parts: playDrafts(rig, { ...drafts }) })

/** The exchanges of evidence, as a scenario would have seen them. */
export const playDrafts = (
  rig: Rig,
  drafts: Readonly<Record<string, Draft | readonly Draft[] | undefined>>,
): Shown['parts'] => {
  const history: Exchange[] = []
  const send = (draft: Draft): Exchange => {
    const exchange = rig({ ...draft, history: history.slice() })
    history.push(exchange)
    return exchange
  }
  const parts = Object.entries(drafts).map(([name, part]) => [
    name,
    part === undefined ? undefined : isList(part) ? part.map(send) : send(part),
  ])
  return Object.fromEntries(parts) as Shown['parts']
}

const isList = (part: Draft | readonly Draft[]): part is readonly Draft[] => Array.isArray(part)
