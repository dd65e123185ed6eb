import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'

const read = (name: string): unknown =>
  parse(readFileSync(join(import.meta.dirname, '../pipelines', name), 'utf8'))

/** The composite action for GitHub. */
export const action = read('action.yml') as {
  readonly inputs: Readonly<Record<string, { readonly default?: string; readonly description: string }>>
  readonly outputs: Readonly<Record<string, { readonly value: string }>>
  readonly runs: {
    readonly using: string
    readonly steps: readonly {
      readonly name: string
      readonly env?: Readonly<Record<string, string>>
      readonly run?: string
    }[]
  }
}

/** The template for GitLab. */
export const { 'contract-checker': job } = read('contract-checker.gitlab-ci.yml') as {
  readonly 'contract-checker': {
    readonly variables: Readonly<Record<string, string>>
    readonly script: readonly string[]
    readonly artifacts: { readonly reports: { readonly junit: string } }
  }
}

/** The step that runs the checker, and its variables where a workflow gives these inputs. */
export const actionStep = (
  given: Readonly<Record<string, string>>,
): { readonly script: string; readonly env: Readonly<Record<string, string>> } => {
  const [step] = action.runs.steps
  const env = Object.entries(step?.env ?? {}).map(([variable, expression]) => {
    const input = /^\$\{\{ inputs\.([\w-]+) \}\}$/.exec(expression)?.[1] ?? expression
    if (action.inputs[input] === undefined) throw new Error(`There is no input ${input}.`)
    return [variable, given[input] ?? action.inputs[input].default ?? '']
  })
  return { script: step?.run ?? '', env: Object.fromEntries(env) as Record<string, string> }
}
