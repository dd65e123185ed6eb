import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import housePlugin from './index.ts'

const names = Object.keys(housePlugin().rules.oas3)

describe('housePlugin', () => {
  it('holds one rule for each file', () => {
    const files = readdirSync(import.meta.dirname).filter((name) => /^(?!index)[a-z-]+\.ts$/.test(name))
    expect(names).toEqual(files.map((name) => name.replace('.ts', '')).toSorted())
  })

  it('has every rule switched on as an error', () => {
    const settings: { rules: Record<string, string | { severity: string }> } = parse(
      readFileSync(join(import.meta.dirname, '../redocly.yaml'), 'utf8'),
    )
    const severities = names.map((name) => {
      const setting = settings.rules[`house/${name}`]
      return typeof setting === 'object' ? setting.severity : setting
    })
    expect(severities).toEqual(names.map(() => 'error'))
  })
})
