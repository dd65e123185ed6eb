import { describe, expect, it, onTestFinished } from 'vitest'
import { guidesWithRequests, readGuideRequests } from '../guides/guide-requests.ts'
import { guides, runnable, toModule } from '../guides/guides.ts'
import { Project } from './project.ts'
import { samples, samplesLabelled } from './read-samples.ts'

describe('samples in TypeScript', () => {
  it('compile when strict, of the reference and of the guides', async () => {
    const project = new Project()
    onTestFinished(() => project.close())
    const modules = [
      ...samplesLabelled([...samples.openapi, ...samples.sandbox], 'TypeScript client').map(
        ({ operationId, source }) => [operationId, source] as const,
      ),
      ...guides
        .filter(({ blocks }) => runnable(blocks, 'ts').length > 0)
        .map((guide) => [guide.slug, toModule(guide)] as const),
      ...guidesWithRequests.flatMap((guide) =>
        readGuideRequests(guide).flatMap(({ samples: ofRequest }, index) => {
          const code = ofRequest.get('TypeScript client')
          return code === undefined ? [] : [[`${guide.slug}-${index}`, code] as const]
        }),
      ),
    ]
    for (const [name, code] of modules) project.write(`${name}.ts`, code)
    expect(new Set(modules.map(([name]) => name)).size).toBe(modules.length)
    expect(modules.length).toBeGreaterThan(45)
    expect(await project.compile()).toBe('')
  })
})
