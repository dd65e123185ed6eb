import { execFile } from 'node:child_process'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { PartContext } from './part-context.ts'

/** Requests that the contract checker makes, sends and judges. */
export interface CheckerFigures {
  /** Against a server in its own process. */
  readonly inProcess: CheckerRate
  /** Against a server behind a port. */
  readonly overPort: CheckerRate
}

/** Its requests, and the same ones sent by a bare loop of `fetch`. */
export interface CheckerRate {
  readonly checkedPerSecond: number
  readonly barePerSecond: number
}

const bench = fileURLToPath(new URL('../bench/bench.ts', import.meta.resolve('@contract-kit/checker')))

/** Runs the checker's own measurement, which knows its insides. */
export async function measureChecker({ quick, onStep }: PartContext): Promise<CheckerFigures> {
  onStep('requests that the contract checker judges')
  const { stdout } = await promisify(execFile)(process.execPath, [bench, quick ? '300' : '2000'])
  return {
    inProcess: parseRate(stdout, 'in the process'),
    overPort: parseRate(stdout, 'over a port'),
  }
}

/** The rate in a line of its output. Throws if there is no such line. */
export function parseRate(output: string, where: string): CheckerRate {
  const line = output.split('\n').find((each) => each.startsWith(`${where}: `)) ?? ''
  const [, checked, bare] = /: ([\d,]+) checked requests\/s .*, ([\d,]+) bare requests\/s/.exec(line) ?? []
  if (checked === undefined || bare === undefined) throw new Error(`The checker printed no rate ${where}`)
  return { checkedPerSecond: toNumber(checked), barePerSecond: toNumber(bare) }
}

const toNumber = (text: string): number => Number(text.replaceAll(',', ''))
