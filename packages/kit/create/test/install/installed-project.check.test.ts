import { describe, expect, inject, it } from 'vitest'
import { install, type Runtime } from './installed-project.ts'

const runtimes: readonly Runtime[] = inject('depth') === 'nightly' ? ['node-24', 'node-22'] : ['node-24']
const authorization = 'Bearer walker-token'

describe('the Trail Huts', () => {
  it.each(runtimes)('install, pass their checks, serve and release on %s', async (runtime) => {
    const project = await install(runtime)
    expect(await project.npm('exec', '--', 'node', '--version')).toMatch(
      new RegExp(`^v${runtime.replace('node-', '')}\\.`),
    )
    expect(await project.npm('test')).toMatch(/Tests .*45 passed/)
    expect(await project.npm('run', 'lint')).toContain('0 errors, 0 warnings')
    await project.npm('run', 'typecheck')

    const url = await project.serve('start')
    expect((await fetch(`${url}/huts`)).status).toBe(401)
    const huts = await fetch(`${url}/huts`, { headers: { authorization } })
    expect(await huts.json()).toMatchObject({ items: [{ id: 'birch-saddle' }, { id: 'wolf-spring' }] })

    const mock = await project.serve('mock', '--port', '0')
    const hut = await fetch(`${mock}/huts/birch-saddle`, { headers: { authorization } })
    expect(await hut.json()).toMatchObject({ id: 'birch-saddle', name: 'Birch Saddle' })

    const release = await project.npm('run', 'release', '--', '--note', 'The first one.')
    expect(release).toContain('1.0.0.yaml written')
    expect(await project.npm('run', 'diff')).toContain('huts, 1.0.0 to 1.0.0: no changes')
    expect(await project.npm('run', 'docs')).toMatch(/\d pages in dist\/docs/)
    expect(
      await project.npm('run', 'prove', '--', '--operation', 'remove-hut', '--class', 'state'),
    ).toContain('Trail Huts: 100 % of the faults are detected')
  })
})
