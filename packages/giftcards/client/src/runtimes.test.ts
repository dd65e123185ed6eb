import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const sources = globSync('src/**/*.ts', { cwd: root }).filter(
  (file) => !/\.(?:test|test-d|fixture)\.ts$/.test(file),
)

describe('the sources', () => {
  it('name nothing that only Node has', () => {
    const foreign = sources.filter((file) =>
      /\b(?:Buffer|process|require|setImmediate)\b(?:\.\w|[([])|from 'node:/.test(
        readFileSync(join(root, file), 'utf8'),
      ),
    )
    expect(sources.length).toBeGreaterThan(30)
    expect(foreign).toEqual([])
  })

  it('import openapi-fetch in one place', () => {
    const users = sources.filter((file) =>
      readFileSync(join(root, file), 'utf8').includes("from 'openapi-fetch'"),
    )
    expect(users).toEqual(['src/lib/create-request-maker.ts'])
  })

  it('compile with the types of browsers alone', { timeout: 30_000 }, () => {
    const tsc = join(root, '../../../node_modules/.bin/tsc')
    expect(execFileSync(tsc, ['-p', 'tsconfig.neutral.json'], { cwd: root, encoding: 'utf8' })).toBe('')
  })
})
