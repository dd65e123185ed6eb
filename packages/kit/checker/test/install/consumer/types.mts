import { checkContract, type CheckResult } from '@contract-kit/checker'
import { createJudge, type Failure, validValues } from '@contract-kit/json-schema'

export async function countFindings(): Promise<number> {
  const result: CheckResult = await checkContract({ document: 'memos.json', baseUrl: 'http://127.0.0.1' })
  return result.findings.length
}

export const judge: (value: unknown) => readonly Failure[] = createJudge({ type: 'string' })
export const titles = validValues({ type: 'string' }, { direction: 'request' })

// @ts-expect-error A phase must be one of the four.
export const wrongPhase = checkContract({ document: 'memos.json', phases: ['smoke'] })
