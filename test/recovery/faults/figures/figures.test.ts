import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkNames, faultNames, type Figures } from './figures.ts'
import { judgeCheck, judgeFault } from './judge-figures.ts'

const committed = join(import.meta.dirname, '../../../../apps/docs/generated/fault-figures.json')
const { faults, checks } = JSON.parse(readFileSync(committed, 'utf8')) as Figures

describe('the figures in the documentation', () => {
  it('are of every part and of no other', () => {
    const names = [...Object.keys(faults), ...Object.keys(checks)]
    expect(names, 'run test:faults, then gen:faults').toStrictEqual([...faultNames, ...checkNames])
  })

  it('are of whole runs that lost nothing', () => {
    const problems = [
      ...faultNames.flatMap((name) => judgeFault(name, faults[name])),
      ...checkNames.flatMap((name) => judgeCheck(name, checks[name])),
    ]
    expect(problems).toStrictEqual([])
  })
})
