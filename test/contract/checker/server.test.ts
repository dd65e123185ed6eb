import { randomUUID } from 'node:crypto'
import { StoreUnavailableError } from '@giftcards/marketplace'
import { openSqliteStore } from '@giftcards/storage'
import { checkContract, type CheckResult } from '@contract-kit/checker'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  cartCheckoutOf,
  checkoutOf,
  createFailingStore,
  type Sandbox,
  startSandbox,
  storyCard,
  storyPayments,
} from '@giftcards/test-harness'
import { sandboxOptions } from '@giftcards/test-harness/contract'

const store = createFailingStore(await openSqliteStore({ location: ':memory:', mode: 'sandbox' }))

let sandbox: Sandbox
let result: CheckResult
beforeAll(async () => {
  sandbox = await startSandbox({ LOG_LEVEL: 'silent' }, { store })
  result = await checkContract({ ...sandboxOptions(sandbox), cases: 10 })
})
afterAll(() => sandbox.close())

const told = ({ findings }: CheckResult): readonly string[] =>
  findings.map(
    ({ check, operationId, message, reproduce }) =>
      `${check} on ${operationId}: ${message}\n${reproduce.curl}`,
  )

/** Returns `operationId status` for every documented response that was received. */
const seenIn = ({ coverage }: CheckResult): readonly string[] =>
  coverage.byOperation.flatMap(({ operationId, documented, unseen }) =>
    documented.filter((status) => !unseen.includes(status)).map((status) => `${operationId} ${status}`),
  )

/** Sends only the examples, with the given headers. Keeps only the findings on whether the responses match the document. */
const checkAnswers = async (
  headers: Readonly<Record<string, string>>,
  prepare = (): void => undefined,
): Promise<CheckResult> => {
  // Resets the limit on logins, since the clock does not advance here.
  await sandbox.reset()
  const { token } = await sandbox.partner('standard@example.com')
  prepare()
  const { authenticate: _hook, reset: _reset, ...options } = sandboxOptions(sandbox)
  const forced = await checkContract({
    ...options,
    phases: ['examples'],
    headers: { authorization: `Bearer ${token}`, 'x-cc-app': 'demo-app', ...headers },
  })
  return {
    ...forced,
    findings: forced.findings.filter(({ check }) => /conformance|undocumented/.test(check)),
  }
}

const withoutStore = async (): Promise<CheckResult> => {
  try {
    return await checkAnswers({}, () => store.failWith(new StoreUnavailableError('away')))
  } finally {
    store.recover()
  }
}

/**
 * Sends two concurrent purchases, and one of a cart that does not exist. The response to the second one says that the first is in
 * progress.
 */
const checkoutAnswers = async (): Promise<readonly string[]> => {
  await sandbox.reset()
  const partner = await sandbox.partner('standard@example.com')
  const order = {
    ...checkoutOf([storyCard.harborB2B()], storyPayments.STORE_CREDIT),
    headers: { 'idempotency-key': 'once', 'x-sandbox-trigger': 'slow=500' },
  }
  const answers = await Promise.all([partner.call('checkout', order), partner.call('checkout', order)])
  const elite = await sandbox.partner('elite@example.com')
  const missing = await elite.call('checkout', cartCheckoutOf(randomUUID()))
  return [...answers, missing].map(({ status }) => `checkout ${status}`)
}

describe('the reference server', () => {
  it('keeps its contract in every phase', () => {
    expect(told(result)).toStrictEqual([])
  })

  it('is checked in every operation', () => {
    expect(result.coverage.operations).toMatchObject({ reached: 14, total: 14 })
    expect(result.skipped).toStrictEqual([])
  })

  it('gives every documented answer', async () => {
    const limited = await checkAnswers({ 'x-sandbox-trigger': 'rate_limited' })
    const broken = await checkAnswers({ 'x-sandbox-trigger': 'internal_error' })
    const standard = await checkAnswers({})
    const away = await withoutStore()
    const inFlight = await checkoutAnswers()
    expect([...told(limited), ...told(broken), ...told(standard), ...told(away)]).toStrictEqual([])
    const seen = new Set([result, limited, broken, standard, away].flatMap(seenIn).concat(inFlight))
    const documented = result.coverage.byOperation.flatMap(({ operationId, documented: statuses }) =>
      statuses.map((status) => `${operationId} ${status}`),
    )
    expect(documented.filter((answer) => !seen.has(answer))).toStrictEqual([])
    expect(documented).toHaveLength(108)
  })
})
