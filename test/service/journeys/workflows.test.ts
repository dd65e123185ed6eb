import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { operationTable } from '@giftcards/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Sandbox, startSandbox } from '@giftcards/test-harness'
import { listSteps } from './workflows/list-steps.ts'
import { type JourneyFile, loadJourneys } from './workflows/load-journeys.ts'
import { negateJourneys } from './workflows/negate-journeys.ts'
import { type ExecutedStep, runJourneys } from './workflows/run-journeys.ts'

const criterion = 'success criteria check'
/** Respect runs in a process of its own, which takes its time on a busy machine. */
const patience = 120_000
const files = loadJourneys()
const planned = listSteps(files)
const refusal = (code: string): string => `$response.header.x-error-code == '${code}'`

let sandbox: Sandbox
let executed: readonly ExecutedStep[]
beforeAll(async () => {
  sandbox = await startSandbox()
  executed = await runJourneys(
    files.map(({ path }) => path),
    { partner: sandbox.url, sandbox: sandbox.url },
  )
}, patience)
afterAll(() => sandbox.close())

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

describe('a title', () => {
  it.each([
    ['first-purchase firstPurchase', "$response.body#/buyOrder/paymentDetails/method == 'ACH Bank Transfer'"],
    ['first-purchase firstPurchase', "$response.header.idempotent-replayed == 'true'"],
    ['first-purchase firstPurchase', "$response.body#/buyOrder/status == 'Shipped'"],
    ['partial-stock partialStock', '$response.body#/details/0/added == 3'],
    ['partial-stock partialStock', refusal('insufficient_inventory')],
    ['partial-stock allOrNothing', refusal('cards_unavailable')],
    ['coupon couponOnCart', refusal('coupon_already_applied')],
    ['coupon couponAtCheckout', refusal('coupon_expired')],
    ['coupon couponForSomeCards', '$response.body#/couponData/cards/0/perCardDiscount == 6.86'],
    ['drawdown drawdownForCards', "$response.body#/buyOrder/total/due == '179.89'"],
    ['drawdown drawdownForCart', "$response.body#/buyOrder/total/due == '161.89'"],
    ['drawdown drawdownRefused', refusal('drawdown_insufficient')],
    ['token-refresh tokenRefresh', '$response.header.x-token-exp-seconds == 3600'],
    ['token-refresh tokenRefresh', refusal('token_expired')],
    ['secure-data secureDataInTime', "$response.header.cache-control == 'no-store'"],
    ['secure-data secureDataTooLate', refusal('secure_data_expired')],
  ])('is kept: %s comes to %s', (workflow, condition) => {
    const conditions = planned
      .filter(({ place }) => place.startsWith(`${workflow} `))
      .flatMap(({ criteria }) => criteria.map((one) => one.condition))
    expect(conditions).toContain(condition)
  })
})

describe('the criteria', () => {
  it('fail one and all when turned round', { timeout: patience }, async () => {
    // Criteria of every form, in two journeys: all of them would take ten seconds.
    const some = files.filter(({ name }) => ['first-purchase', 'partial-stock'].includes(name))
    const folder = mkdtempSync(join(tmpdir(), 'giftcards-negated-'))
    try {
      const steps = await runJourneys(negateJourneys(some, folder), {
        partner: sandbox.url,
        sandbox: sandbox.url,
      })
      const counts = countCriteria(some)
      const checks = steps.flatMap(({ place, checks: all }) =>
        all.filter(({ name }) => name === criterion).map((check) => ({ place, ...check })),
      )
      const negated = checks.filter(({ place }) => counts.has(place))
      expect(negated.length).toBe(counts.values().reduce((sum, count) => sum + count, 0))
      expect(negated.filter(({ passed }) => passed)).toStrictEqual([])
      // A criterion that cannot be read fails too, turned round or not.
      expect(checks.filter(({ message }) => message.startsWith('Failed to pass'))).toStrictEqual([])
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('have no path that the tool misjudges', () => {
    // Of `a && b && c` it judges the first two, and `list[0].field == 1` it never finds true.
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

describe('a journey', () => {
  it('ends at the step that other stock breaks', { timeout: patience }, async () => {
    const elsewhere = await startSandbox()
    try {
      const northwind = { merchantId: 101, faceValue: 50, percentOff: 8.5, type: 'ecode' }
      await elsewhere.wantControl('setInventory', 200, {
        body: { ...northwind, isLowRisk: false, onHand: 1 },
      })
      await elsewhere.wantControl('setInventory', 200, { body: { ...northwind, isLowRisk: true, onHand: 0 } })
      // The controls of another sandbox, so that starting afresh does not put the stock back.
      const steps = await runJourneys(
        files.filter(({ name }) => name === 'first-purchase').map(({ path }) => path),
        { partner: elsewhere.url, sandbox: sandbox.url },
      )
      expect(new Set(failuresOf(steps).map(({ place }) => place))).toStrictEqual(
        new Set(['first-purchase firstPurchase checkOut']),
      )
      expect(failuresOf(steps)[0]?.condition).toBe('$statusCode == 201')
      expect(steps.at(-1)?.place).toBe('first-purchase firstPurchase checkOut')
    } finally {
      await elsewhere.close()
    }
  })
})

function failuresOf(steps: readonly ExecutedStep[]) {
  return steps.flatMap(({ place, checks }) =>
    checks.filter(({ passed }) => !passed).map(({ condition, message }) => ({ place, condition, message })),
  )
}

/** The number of criteria of each step that the files hold themselves, by its place. */
function countCriteria(some: readonly JourneyFile[]): ReadonlyMap<string, number> {
  return new Map(
    some.flatMap(({ name, journey }) =>
      journey.workflows.flatMap(({ workflowId, steps }) =>
        steps.map(({ stepId, successCriteria = [] }) => [
          `${name} ${workflowId} ${stepId}`,
          successCriteria.length,
        ]),
      ),
    ),
  )
}
