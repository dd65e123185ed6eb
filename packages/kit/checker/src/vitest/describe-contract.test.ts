import { describe, expect, it } from 'vitest'
import { createMemoApi, memoDocument, type MemoFault, memoKey } from '../../test/memo-api.ts'
import type { CheckContractOptions } from '../core/check-options.ts'
import { ContractRun } from '../runner/contract-run.ts'
import { ContractSuite, groupItems } from './describe-contract.ts'

const prepare = async (
  fault?: MemoFault,
  more: Partial<CheckContractOptions> = {},
  known: ReadonlySet<string> = new Set(),
) => {
  const api = createMemoApi(fault)
  const run = await ContractRun.prepare({
    document: memoDocument,
    fetch: api.fetch,
    reset: api.reset,
    headers: { 'x-key': memoKey },
    cases: 2,
    ...more,
  })
  await run.begin()
  const groups = groupItems(run.items)
  return { groups, suite: new ContractSuite(run, groups, known) }
}

describe('ContractSuite', () => {
  it('gives a finding to the test that saw it first', async () => {
    const { suite, groups } = await prepare('deleted-stays')
    const failed: string[] = []
    for (const group of groups) {
      const findings = await suite.work(group)
      failed.push(
        ...findings.map(
          ({ check, operationId }) => `${group.phase} ${group.subject}: ${check} ${operationId}`,
        ),
      )
    }
    expect(failed.toSorted()).toStrictEqual(['stateful createMemo: use-after-delete deleteMemo'])
    expect(suite.finish().findings).toStrictEqual([])
  })

  it('tells the findings of a test again when it is tried again', async () => {
    const { suite, groups } = await prepare('title-is-a-number')
    const group = groups[0] ?? groups.at(-1)
    const attempts = group === undefined ? [] : [await suite.work(group), await suite.work(group)]
    expect(attempts.map((findings) => findings.map(({ check }) => check))).toStrictEqual([
      ['response-schema-conformance'],
      ['response-schema-conformance'],
    ])
  })

  it('keeps what no test saw for the run as a whole', async () => {
    const { suite, groups } = await prepare(undefined, {
      thresholds: { responses: 1 },
      headers: { 'x-key': 'wrong' },
    })
    for (const group of groups) await suite.work(group)
    const { findings, result } = suite.finish()
    expect(new Set(findings.map(({ check }) => check))).toStrictEqual(
      new Set(['coverage-threshold', 'operation-never-succeeded']),
    )
    expect(result.verdict).toBe('findings')
  })

  it('leaves known findings out, and tells where they are', async () => {
    const { suite, groups } = await prepare('deleted-stays')
    for (const group of groups) await suite.work(group)
    const places = suite.finish().result.findings.flatMap((finding) => finding.places)
    const known = new Set([...places.map(({ key }) => key), 'of a fault that is gone'])

    const next = await prepare('deleted-stays', {}, known)
    const found = []
    for (const group of next.groups) found.push(...(await next.suite.work(group)))
    const { result, findings, knownPlaces } = next.suite.finish()
    expect([found, findings, result.findings]).toStrictEqual([[], [], []])
    expect(knownPlaces.map(({ key }) => key)).toStrictEqual(places.map(({ key }) => key))
  })

  it('gives a known cause at a new place to the test that sees the place', async () => {
    const seen = await prepare('title-is-a-number')
    for (const group of seen.groups) await seen.suite.work(group)
    const places = seen.suite.finish().result.findings.flatMap((finding) => finding.places)
    const [first = ''] = places.map(({ key }) => key)
    const { suite, groups } = await prepare('title-is-a-number', {}, new Set([first]))
    const found = []
    for (const group of groups) found.push(...(await suite.work(group)))
    expect(found.map(({ check }) => check)).toStrictEqual(['response-schema-conformance'])
    expect(found[0]?.places.map(({ key }) => key)).not.toContain(first)
  })

  it('reports why it stopped', async () => {
    const { suite, groups } = await prepare(undefined, { maxTimeMs: 1e-3 })
    const findings = await Promise.all(groups.slice(0, 1).map((group) => suite.work(group)))
    expect(findings).toStrictEqual([[]])
    expect(suite.stopReason).toBe('the time limit of the run was reached')
  })
})
