import { execFile } from 'node:child_process'
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { buildPackage } from '@contract-kit/packaging/build-package'
import { describePackage } from '@contract-kit/packaging/describe-package'
import { describe, expect, it } from 'vitest'
import type { ErrorNotes, SiteOptions, TryItOptions } from '../src/index.ts'

const workspace = join(import.meta.dirname, '..')
const built = describePackage({
  workspace,
  platform: 'node',
  // The files that pages load are already built, and other tests read them.
  build: (target) => buildPackage({ workspace, target, platform: 'node', assets: ['generated', 'docs'] }),
})

describe('README', () => {
  it('runs the example of its README from the built files', async () => {
    const readme = await readFile(join(workspace, 'README.md'), 'utf8')
    const [, example = ''] = /^```ts\n([^]*?)^```$/m.exec(readme) ?? []
    const project = join(built.folder, 'example')
    await mkdir(join(project, 'guides'), { recursive: true })
    await cp(join(import.meta.dirname, 'documents/harbor.yaml'), join(project, 'ferries.yaml'))
    await writeFile(join(project, 'guides/tickets.md'), '# Tickets\n\nBuy one.\n')
    await writeFile(join(project, 'example.mjs'), example.replace('@contract-kit/docs', '../src/index.js'))
    const { stdout } = await promisify(execFile)(process.execPath, ['example.mjs'], { cwd: project })
    const told = Array.from(example.matchAll(/\/\/ (.*)$/gm), ([, line]) => line)
    expect(stdout.trim().split('\n')).toStrictEqual(told)
  })

  it('links pages that list every option', async () => {
    const pages = ['options', 'try-it', 'error-pages'].map((name) => join(workspace, `docs/${name}.md`))
    const texts = await Promise.all(pages.map((page) => readFile(page, 'utf8')))
    const listed = texts.flatMap((text) => Array.from(text.matchAll(/^\| `(\w+)` +\|/gm), ([, name]) => name))
    const site = Object.keys({
      outDir: true,
      title: true,
      documents: true,
      guides: true,
      home: true,
      pages: true,
      navigation: true,
      headerLinks: true,
      inserts: true,
      drawings: true,
      toSamples: true,
      search: true,
      synonyms: true,
      styles: true,
      icon: true,
      tryIt: true,
      errors: true,
    } satisfies Record<keyof SiteOptions, true>)
    const tryIt = Object.keys({
      servers: true,
      mock: true,
      auth: true,
      session: true,
      errorCode: true,
      advice: true,
      errorPages: true,
      replayHeader: true,
      secrets: true,
    } satisfies Record<keyof TryItOptions, true>)
    const notes = Object.keys({
      cause: true,
      action: true,
      group: true,
      message: true,
    } satisfies Record<keyof ErrorNotes, true>)
    expect(new Set(listed)).toStrictEqual(new Set([...site, ...tryIt, ...notes]))
  })
})
