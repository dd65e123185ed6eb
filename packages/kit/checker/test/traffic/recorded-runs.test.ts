import { describe, expect, it } from 'vitest'
import { judgeDefect } from '../proof/judge-defect.ts'

import { notes } from '../servers/notes/notes-server.ts'
import { judgeRun, recordDefect, recordRun } from './record-run.ts'
import { visibleDefects } from './visible-defects.ts'

/** One fault of each kind; the others are tried with those of the other servers. */
const ofNotes = visibleDefects.filter(({ server }) => server === notes.id)
const kinds = Map.groupBy(ofNotes, ({ expectedChecks }) => expectedChecks.join()).values()

describe('TrafficJudge', () => {
  it('finds nothing in a whole run on the correct server notes', async () => {
    const { findings, traffic, coverage } = await judgeRun(
      notes,
      await recordRun(notes, undefined, { cases: 1 }),
    )
    expect(findings.map(({ check, message }) => `${check}: ${message}`)).toStrictEqual([])
    expect(traffic).toMatchObject({ notJudged: [], judged: traffic?.exchanges })
    expect(coverage.operations.share).toBe(1)
  })

  it.each([...kinds].flatMap((of) => of.slice(0, 1)))('finds notes $id', async (defect) => {
    const { hits } = judgeDefect(defect, await judgeRun(notes, await recordDefect(defect)))
    expect(hits).not.toStrictEqual([])
  })
})
