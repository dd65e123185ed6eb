import { operationTable } from '@giftcards/contract'
import { describe, expect, it } from 'vitest'
import { useSandbox } from '@giftcards/test-harness/vitest'
import { listSteps } from './workflows/list-steps.ts'
import { loadJourneys } from './workflows/load-journeys.ts'
import { type ExecutedStep, runJourneys } from './workflows/run-journeys.ts'

const criterion = 'success criteria check'
const files = loadJourneys()
const planned = listSteps(files)

const { url } = await useSandbox()
const executed = await runJourneys(
  files.map(({ path }) => path),
  { partner: url, sandbox: url },
)

describe('the journeys', () => {
  it('make every request, in order', () => {
    expect(executed.map(({ place }) => place)).toStrictEqual(planned.map(({ place }) => place))
  })

  it('meet every criterion', () => {
    expect(
      executed.map(({ checks }) => checks.filter(({ name }) => name === criterion).length),
    ).toStrictEqual(planned.map(({ criteria }) => criteria.length))
    expect(failuresOf(executed)).toStrictEqual([])
  })

  it('judge every answer by the contract', () => {
    const judges = ['status code check', 'content-type check', 'schema check']
    const unjudged = executed.filter(
      ({ checks }) => !judges.every((judge) => checks.some(({ name }) => name === judge)),
    )
    expect(unjudged.map(({ place }) => place)).toStrictEqual([])
  })

  it('have criteria in every step', () => {
    expect(planned.filter(({ criteria }) => criteria.length === 0)).toStrictEqual([])
  })

  it('use every operation of the partner API', () => {
    const used = new Set(planned.map(({ operationId }) => operationId))
    expect(Object.keys(operationTable).filter((operationId) => !used.has(operationId))).toStrictEqual([])
  })
})

describe('the criteria', () => {
  it('have no path that the tool misjudges', () => {
    // The tool evaluates only the first two conditions of `a && b && c`, and never finds `list[0].field == 1` true.
    const misjudged = planned
      .flatMap(({ criteria }) => criteria)
      .filter(({ type }) => type === 'jsonpath')
      .filter(({ condition }) => {
        const withoutPairs = condition.replaceAll(/\([^()&]* && [^()&]*\)/g, 'pair')
        return /&&.*&&/.test(withoutPairs) || /\[\d+\]\.\w+ *[=!<>]/.test(condition)
      })
    expect(misjudged).toStrictEqual([])
  })
})

function failuresOf(steps: readonly ExecutedStep[]) {
  return steps.flatMap(({ place, checks }) =>
    checks.filter(({ passed }) => !passed).map(({ condition, message }) => ({ place, condition, message })),
  )
}
