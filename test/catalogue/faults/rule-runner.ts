import { inject, type RunnerTask, type RunnerTestFile, TestRunner } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** The row of the rule catalogue whose tests run. */
    rule: string
  }
}

/** Runs the tests that name one row of the rule catalogue, and skips all others. */
export default class RuleRunner extends TestRunner {
  onCollected(files: RunnerTestFile[]): void {
    const rule = inject('rule')
    for (const file of files) keepOwn(file, rule)
  }
}

/** Skips a suite and its hooks if it has no test to run. */
function keepOwn(task: RunnerTask, rule: string): boolean {
  const isOwn =
    task.type === 'suite'
      ? task.tasks.map((child) => keepOwn(child, rule)).includes(true)
      : (task.meta.rules ?? []).includes(rule)
  if (!isOwn && task.mode === 'run') task.mode = 'skip'
  return isOwn && task.mode === 'run'
}
