import { describe, expect, it } from 'vitest'
import { flagsOf } from '../src/cli/flags.ts'
import { action, actionStep, job } from './pipelines.ts'

/** Options of the checker that a script names, those of npx left out. */
const flagsIn = (script: string): readonly string[] =>
  (script.match(/(?<=[\s(])--[a-z][a-z-]*/g) ?? []).filter((flag) => !['--yes', '--package'].includes(flag))

describe('the action for GitHub', () => {
  it('uses options that there are', () => {
    const known = [...flagsOf('check').keys()].map((name) => `--${name}`)
    const used = flagsIn(actionStep({}).script)
    expect(used).toContain('--fail-on')
    expect(used.filter((flag) => !known.includes(flag))).toStrictEqual([])
  })

  it('gives every input to some step, and none to a script itself', () => {
    const { inputs, runs } = action
    expect(runs.using).toBe('composite')
    const written = JSON.stringify(runs.steps)
    expect(Object.keys(inputs).filter((name) => !written.includes(`inputs.${name}`))).toStrictEqual([])
    for (const { run = '' } of runs.steps) expect(run).not.toContain('${{')
  })
})

describe('the template for GitLab', () => {
  it('uses options and variables that there are', () => {
    const script = job.script.join('\n')
    const known = [...flagsOf('check').keys()].map((name) => `--${name}`)
    expect(flagsIn(script).filter((flag) => !known.includes(flag))).toStrictEqual([])
    const used = new Set(script.match(/(?<=\$)CONTRACT_\w+/g))
    expect([...used].toSorted()).toStrictEqual(Object.keys(job.variables).toSorted())
  })

  it('keeps the report that it writes', () => {
    expect(job.script.join('\n')).toContain(`--report junit=${job.artifacts.reports.junit}`)
  })
})
