import { describe, expect, it } from 'vitest'
import { settingsSchema } from '../core/settings-schema.ts'
import { flagsOf, settings } from './flags.ts'
import { usageOf } from './usage.ts'

describe('config.schema.json', () => {
  it('says of each setting whether it has a flag', () => {
    const { CommandLine } = settingsSchema.$defs
    const declared = Object.keys({ ...settingsSchema.properties, ...CommandLine?.properties })
    expect(new Set(settings.map(({ path }) => path[0]))).toStrictEqual(new Set(declared))
  })

  it('describes each setting', () => {
    expect(settings.filter(({ schema }) => !/^[A-Z].*\.$/s.test(schema.description ?? ''))).toStrictEqual([])
  })
})

describe.each(['check', 'judge', 'proxy'] as const)('usageOf(%j)', (command) => {
  const usage = usageOf(command)

  it('lists every flag', () => {
    const lines = usage.split('\n')
    const flags = flagsOf(command)
    const listed = [...flags].filter(([, { flag }]) => lines.some((line) => line.startsWith(`  ${flag}`)))
    expect(listed.map(([name]) => name)).toStrictEqual([...flags.keys()])
  })

  it('shows the values and the default of a flag', () => {
    const text = usage.replaceAll(/\s+/g, ' ')
    expect(text).toContain('of at least this severity. One of critical, high, medium, low. Default: low.')
  })

  it('fits a terminal of 100 columns', () => {
    expect(Math.max(...usage.split('\n').map((line) => line.length))).toBeLessThanOrEqual(100)
  })
})

describe('usageOf', () => {
  it('shows a default in the unit of its flag', () => {
    const text = usageOf('check').replaceAll(/\s+/g, ' ')
    expect(text).toContain('--timeout <seconds> Time limit for each request. A slower request is a finding. Default: 10 s.') // prettier-ignore
  })
})
