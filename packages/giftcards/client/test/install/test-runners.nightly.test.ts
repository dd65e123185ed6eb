import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Project } from '@contract-kit/packaging/consumer-project'
import { installTools } from '@contract-kit/packaging/installed-tools'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { installClient } from './install-client.ts'

const modules = join(await installTools(), 'node_modules')

let project: Project

beforeAll(async () => {
  project = await installClient()
  // Its tests import Vitest by name.
  await symlink(join(modules, 'vitest'), join(project.folder, 'node_modules/vitest'))
})

afterAll(() => project.remove())

describe('a test with the fake', () => {
  it('passes in Jest as it is configured by default', async () => {
    const args = [join(modules, 'jest/bin/jest.js'), '--json', 'shop.test.cjs']
    const result = JSON.parse(await project.run(process.execPath, args)) as object
    expect(result).toMatchObject({ success: true, numPassedTests: 1, numTotalTests: 1 })
  })

  it('passes in Vitest as it is configured by default', async () => {
    const args = [join(modules, 'vitest/vitest.mjs'), 'run', 'shop.test.mjs']
    const printed = await project.run(process.execPath, args, { NO_COLOR: '1' })
    expect(printed).toMatch(/Tests +1 passed \(1\)/)
  })
})
