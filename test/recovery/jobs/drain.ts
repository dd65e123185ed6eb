import { type JobResult, type MarketplaceDeps, planSettlements, runJobs } from '@giftcards/marketplace'
import type { TestMarketplace } from '@giftcards/marketplace/testing'

/** Longer than any lease of a payment or job, and than any pause between two attempts, in milliseconds. */
const longestMs = 3_600_000

/** Runs jobs until none is due. Returns their results. */
export async function runEveryJob(deps: MarketplaceDeps): Promise<readonly JobResult[]> {
  const all: JobResult[] = []
  for (;;) {
    const results = await runJobs(deps)
    if (results.length === 0) return all
    all.push(...results)
  }
}

/** Does the work of servers after others have died: leases expire, payments are settled, and jobs are taken over. */
export async function recover({ deps, time }: TestMarketplace): Promise<void> {
  time.advance(longestMs)
  await planSettlements(deps)
  await runEveryJob(deps)
}
