import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createVitest, type TestCase, type TestModule, type Vitest } from 'vitest/node'
import { copyTree, workspaceOf } from './copy-tree.ts'
import { breakText, type Fault } from './fault.ts'

/** The result of running the row's own tests against a fault. Only `killed` is a proof. */
export type Outcome =
  | { readonly kind: 'killed'; readonly by: string }
  /** A test reached its time limit, which can also happen on a slow machine. */
  | { readonly kind: 'timed out' }
  /** Every test of the row passed. */
  | { readonly kind: 'survived' }
  /** A file did not load or a hook failed, so no test checked the statement. */
  | { readonly kind: 'unloadable'; readonly message: string }
  /** No test of the row ran. */
  | { readonly kind: 'untested' }
  /** The source no longer contains the text that the fault replaces. */
  | { readonly kind: 'mismatched'; readonly message: string }

/** Injects faults into a copy of the repository, one at a time, and runs the tests of their rows there. */
export interface FaultSession {
  /** Runs the tests of the fault's row, which are in `files`. */
  run(fault: Fault, files: readonly string[]): Promise<Outcome>
  close(): Promise<void>
}

export function openFaultSession(root: string): FaultSession {
  const tree = copyTree(root)
  const runs = new Map<string, Promise<Vitest>>()

  /** Each workspace reuses one Vitest instance and its transformed modules for all faults. */
  function vitestOf(workspace: string): Promise<Vitest> {
    const known = runs.get(workspace)
    if (known !== undefined) return known
    const created = createVitest('test', {
      root: join(tree.folder, workspace),
      config: join(tree.folder, workspace, 'vitest.config.ts'),
      runner: join(import.meta.dirname, 'rule-runner.ts'),
      watch: false,
      reporters: [{}],
      maxWorkers: 1,
      silent: true,
      // A test must fail because of a wrong result, not because of a slow machine.
      testTimeout: 120_000,
      hookTimeout: 120_000,
    })
    runs.set(workspace, created)
    return created
  }

  async function runTests(rule: string, files: readonly string[]): Promise<Outcome> {
    let outcome: Outcome = { kind: 'untested' }
    for (const [workspace, own] of Map.groupBy(files, workspaceOf)) {
      const vitest = await vitestOf(workspace)
      const project = vitest.getRootProject()
      project.provide('rule', rule)
      const paths = own.map((file) => join(tree.folder, file))
      const { testModules } = await vitest.runTestSpecifications(
        paths.map((path) => project.createSpecification(path)),
      )
      // The result also contains the modules of earlier runs.
      const judged = judge(
        rule,
        testModules.filter(({ moduleId }) => paths.includes(moduleId)),
      )
      if (judged.kind !== 'survived' && judged.kind !== 'untested') return judged
      if (judged.kind === 'survived') outcome = judged
    }
    return outcome
  }

  return {
    async run(fault, files) {
      const file = join(tree.folder, fault.file)
      const text = readFileSync(file, 'utf8')
      const invalidate = async () => {
        for (const vitest of runs.values()) (await vitest).invalidateFile(file)
      }
      try {
        writeFileSync(file, breakText(text, fault))
      } catch (error) {
        return { kind: 'mismatched', message: messageOf(error) }
      }
      await invalidate()
      try {
        return await runTests(fault.rule, files)
      } finally {
        writeFileSync(file, text)
        await invalidate()
      }
    },
    async close() {
      for (const vitest of runs.values()) await (await vitest).close()
      tree.remove()
    },
  }
}

function judge(rule: string, modules: readonly TestModule[]): Outcome {
  const tests = modules
    .flatMap((module) => [...module.children.allTests()])
    .filter((test) => test.meta().rules?.includes(rule))
  const failed = tests.filter((test) => test.result().state === 'failed')
  const noticing = failed.find((test) => !isTimedOut(test))
  if (noticing !== undefined) return { kind: 'killed', by: noticing.fullName }
  if (failed.length > 0) return { kind: 'timed out' }
  const [error] = modules.flatMap((module) => [
    ...module.errors(),
    ...[...module.children.allSuites()].flatMap((suite) => suite.errors()),
  ])
  if (error !== undefined) return { kind: 'unloadable', message: messageOf(error) }
  return { kind: tests.some((test) => test.result().state === 'passed') ? 'survived' : 'untested' }
}

function isTimedOut(test: TestCase): boolean {
  return test.result().errors?.some(({ message }) => /^(?:Test|Hook) timed out/.test(message)) ?? false
}

function messageOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'message' in error
    ? String(error.message)
    : String(error)
}
