import { describe, expect, it } from 'vitest'
import type { Check, Finding } from '../src/core/check.ts'
import type { Exchange } from '../src/core/exchange.ts'
import { createRig, type ExchangeDraft } from './create-exchange.ts'
import { oneOperation } from './one-operation.ts'

/** An exchange in short; the status is 200 unless it says otherwise. */
export type Draft = Partial<ExchangeDraft>
export type Rig = (draft: Draft) => Exchange

/** What a check says: the message of its only finding, how many findings there are, or parts of each of them. */
export type Told = string | number | readonly object[]

/** What a row shows, the exchanges of a sequence, what the check says of the last of them, and the API if it is another one. */
export type Row = readonly [title: string, drafts: Draft | readonly Draft[], told: Told, rig?: Rig]

/** A row for each status, with the same verdict. */
export const eachStatus = (statuses: readonly number[], told: Row[2], draft: Draft = {}): Row[] =>
  statuses.map((status) => [`${told === 0 ? 'takes' : 'reports'} ${status}`, { ...draft, status }, told])

/** Defines one test for each row of the table of a check. */
export function describeCheck(check: Check, rig: Rig, rows: readonly Row[]): void {
  describe.each([check])('$id', () => {
    const cases = rows.map(([title, drafts, told, own = rig]) => ({
      title,
      drafts,
      parts: toParts(told),
      own,
    }))
    it.each(cases)('$title', ({ drafts, parts, own }) => {
      expect(judge(check, own, drafts)).toMatchObject(parts)
    })
  })
}

/** A part of each finding that there is. */
export const toParts = (told: Told): readonly object[] => {
  if (typeof told === 'number') return Array.from({ length: told }, () => ({}))
  return typeof told === 'string' ? [{ message: told }] : told
}

/** What a check says of the last exchange of a sequence, to which the ones before it are the history. */
export const judge = (check: Check, rig: Rig, drafts: Draft | readonly Draft[]): readonly Finding[] => {
  const history: Exchange[] = []
  for (const draft of [drafts].flat())
    history.push(rig({ ...draft, history: [...(draft.history ?? []), ...history] }))
  const last = history.at(-1)
  return last === undefined ? [] : check.verify(last)
}

/** Makes exchanges with the API of a document. */
export const rigOf = async (document: object): Promise<Rig> => {
  const rig = await createRig(document)
  return (draft) => rig({ status: 200, ...draft })
}

/** Makes exchanges with an API of the one operation `act`; `request` in a draft may tell another method or path. */
export const actRig = async (...operation: Parameters<typeof oneOperation>): Promise<Rig> => {
  const rig = await rigOf(oneOperation(...operation))
  return (draft) => rig({ operation: 'act', ...draft })
}
