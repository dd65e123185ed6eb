import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './documents.ts'
import type { ContractRun } from './run-contract.ts'

/** The result of one document at one step. */
export interface StepResult {
  /** `refused`: the kit rejects the document with a reason. `failed`: a fault of the kit. */
  readonly result: 'works' | 'refused' | 'failed'
  /** Notes for the reader: the omitted parts with the reasons, or the sentence of the refusal. */
  readonly notes?: readonly string[]
}

/** The steps, in order. */
type Step = 'bundle' | 'gen' | 'tsc' | 'docs' | 'mock' | 'client' | 'sandbox' | 'check' | 'diff' | 'samples'

/** One row of the table. */
export interface DocumentResult {
  readonly name: string
  readonly title: string
  /** The package with its version. */
  readonly package: string
  /** The version of the OpenAPI specification. */
  readonly openapi: string
  readonly operations: number
  readonly steps: Readonly<Record<Step, StepResult>>
}

/** Returns the result of a step that works, with its notes. */
export function works(notes: readonly string[] = []): StepResult {
  return notes.length === 0 ? { result: 'works' } : { result: 'works', notes }
}

/** Returns the result of a step that is not possible for a document, with the reason as one sentence. */
export function toRefusal(sentence: string): StepResult {
  return { result: 'refused', notes: [sentence] }
}

/** Judges a failed run. A refusal has exit code 2, a message and no stack trace. */
export function toFailure({ exitCode, stderr }: ContractRun): StepResult {
  const lines = stderr
    .replaceAll(`${root}/`, '')
    .split('\n')
    .filter((line) => !/^(?:Bundling|Building|note:) ?/.test(line))
  const notes = lines.filter((line) => line.trim() !== '').slice(0, 12)
  const hasStack = lines.some((line) => /^\s+at .+:\d+:\d+\)?$/.test(line))
  const isRefusal = exitCode === 2 && !hasStack && notes.length > 0
  return {
    result: isRefusal ? 'refused' : 'failed',
    notes: isRefusal ? notes : [`exit ${exitCode}`, ...notes],
  }
}

/** Whether a run completed, regardless of its findings. */
export function isDone({ exitCode, stderr }: ContractRun): boolean {
  return (exitCode === 0 || exitCode === 1) && !stderr.includes('This is a fault of')
}

/** Returns the parts that `gen` omitted, grouped by reason, with the affected operations. Ignores its other notes. */
export function groupByReason(lines: readonly string[]): readonly string[] {
  const byReason = new Map<string, string[]>()
  for (const line of lines) {
    const [, operation = '', what = '', reason = ''] =
      /^(.+?): (left out|has no member `[^`]+`): (.*)$/.exec(line) ?? []
    const key = `${what === 'left out' ? 'left out' : 'without a parameter'}: ${reason}`
    if (operation !== '') byReason.set(key, [...(byReason.get(key) ?? []), operation])
  }
  return [...byReason].map(([reason, operations]) => {
    const count = operations.length === 1 ? '1 operation' : `${operations.length} operations`
    return `${count} ${reason}: ${operations.join(', ')}`
  })
}

/** The file with the results of the last run, which the guide shows. */
export const tableFile = join(root, 'apps/docs/generated/foreign-documents.json')

/** Returns the committed results. */
export function readTable(): readonly DocumentResult[] {
  const { documents } = JSON.parse(readFileSync(tableFile, 'utf8')) as {
    readonly documents: readonly DocumentResult[]
  }
  return documents
}
