import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'

/** A check of a response by Respect: a criterion of the step, or the contract. */
export interface Check {
  readonly name: string
  /** The criterion; absent if the response is checked against the contract. */
  readonly condition?: string
  readonly message: string
  readonly passed: boolean
}

/** A request that was sent. */
export interface ExecutedStep {
  /** See `PlannedStep.place`. */
  readonly place: string
  readonly checks: readonly Check[]
}

/** The base URLs of both APIs; usually the same server. */
export interface Servers {
  readonly partner: string
  readonly sandbox: string
}

interface Executed {
  readonly workflowId: string
  readonly stepId?: string
  readonly checks?: readonly Check[]
  readonly executedSteps?: readonly Executed[]
}

interface Log {
  readonly files: Readonly<Record<string, { readonly executedWorkflows: readonly Executed[] }>>
}

const packageFile = createRequire(import.meta.url).resolve('@redocly/cli/package.json')
const cli = join(dirname(packageFile), 'bin/cli.js')

/**
 * Runs journeys one after another with Redocly Respect in a separate process, and returns its checks. Its log contains card
 * numbers, so it is read once, deleted, and never printed.
 */
export async function runJourneys(
  paths: readonly string[],
  servers: Servers,
): Promise<readonly ExecutedStep[]> {
  const folder = mkdtempSync(join(tmpdir(), 'giftcards-journeys-'))
  try {
    const log = join(folder, 'log.json')
    const bases = Object.entries(servers).flatMap(([name, url]) => ['--server', `${name}=${url}`])
    const said = await respect([...paths, ...bases, '--json-output', log], folder)
    return readLog(log, said)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function respect(args: readonly string[], cwd: string): Promise<string> {
  const env = {
    ...process.env,
    REDOCLY_TELEMETRY: 'off',
    REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
    REDOCLY_SUPPRESS_NOTIFICATIONS: 'true',
  }
  const options = { cwd, env, maxBuffer: 64 * 1024 * 1024 }
  // A failed journey makes the process exit with 1. The log shows which one failed, so only a missing log is an error.
  return promisify(execFile)(process.execPath, [cli, 'respect', ...args], options).then(
    ({ stderr }) => stderr,
    (error: { readonly stderr?: string }) => error.stderr ?? '',
  )
}

function readLog(path: string, said: string): readonly ExecutedStep[] {
  const text = readIfThere(path)
  if (text === undefined) throw new Error(`Respect ran nothing: ${said}`)
  const { files }: Log = JSON.parse(text)
  return Object.entries(files).flatMap(([file, { executedWorkflows }]) =>
    executedWorkflows.flatMap((workflow) =>
      stepsOf(workflow, `${basename(file, '.arazzo.yaml')} ${workflow.workflowId}`),
    ),
  )
}

function stepsOf({ executedSteps = [] }: Executed, prefix: string): readonly ExecutedStep[] {
  return executedSteps.flatMap((step) => {
    // The target of a `goto` has no separate step: it continues in the same workflow.
    const place = step.stepId === undefined ? prefix : `${prefix} ${step.stepId}`
    return step.executedSteps === undefined ? [{ place, checks: step.checks ?? [] }] : stepsOf(step, place)
  })
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
