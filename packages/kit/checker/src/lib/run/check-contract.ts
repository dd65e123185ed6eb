import type { CheckContractOptions } from './check-options.ts'
import type { CheckResult } from './check-result.ts'
import { ContractRun } from './contract-run.ts'

/**
 * Checks whether a running API and its OpenAPI document agree. Resolves with what was found, also where the server went away or the
 * time was up; rejects with a DocumentError or ConfigurationError whose one sentence says what to mend.
 */
export const checkContract = async (options: CheckContractOptions): Promise<CheckResult> => {
  const result = await runAll(await ContractRun.prepare(options))
  if (options.replay === undefined || result.findings.length > 0) return result
  // What other operations left behind may be what it takes: only the same run again tells that it is gone.
  return runAll(await ContractRun.prepare(options, 'whole'))
}

const runAll = async (run: ContractRun): Promise<CheckResult> => {
  try {
    await run.begin()
    for (const item of run.items) await run.work(item)
    return run.finish()
  } finally {
    run.close()
  }
}
