import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { listen } from '@contract-kit/openapi/testing'
import { describe, expect, it } from 'vitest'

const vitest = join(createRequire(import.meta.url).resolve('vitest/package.json'), '../vitest.mjs')

const blocksOf = (page: string, language: string): readonly string[] =>
  Array.from(
    readFileSync(new URL(`../${page}`, import.meta.url), 'utf8').matchAll(
      new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, 'gm'),
    ),
    ([, text = '']) => text,
  )

/** The first cells of the tables of a page. */
const firstCellsOf = (page: string): readonly string[] =>
  Array.from(
    readFileSync(new URL(`../${page}`, import.meta.url), 'utf8').matchAll(/^\|([^|]*)\|/gm),
    ([, cell = '']) => cell.trim(),
  )

describe('README and docs', () => {
  it('open with an example that prints what it says', async () => {
    const folder = new URL('../.results/readme/', import.meta.url)
    await mkdir(folder, { recursive: true })
    const file = fileURLToPath(new URL('example.ts', folder))
    await writeFile(file, blocksOf('README.md', 'ts')[0] ?? '')
    const { stdout } = await promisify(execFile)(process.execPath, [file])
    expect(stdout).toBe(blocksOf('README.md', 'text')[0])
  })

  it('judge the traffic of a suite as they say', async () => {
    const folder = fileURLToPath(new URL('../.results/readme-traffic/', import.meta.url))
    await mkdir(folder, { recursive: true })
    const [example = ''] = blocksOf('README.md', 'ts')
    const server = `${example.split('\nconst { findings }')[0]}\nexport { document, fetch }\n`
    await writeFile(join(folder, 'server.ts'), server)
    await writeFile(join(folder, 'suite.mjs'), blocksOf('docs/traffic.md', 'js').find((text) => text.includes('CONTRACT_PROXY_URL')) ?? '') // prettier-ignore
    const dice = (await import(join(folder, 'server.ts'))) as {
      document: object
      fetch: (request: Request) => Response
    }
    await writeFile(join(folder, 'dice.json'), JSON.stringify(dice.document))
    const { url, close } = await listen(
      createServer((incoming, outgoing) => {
        const { status, headers, body } = dice.fetch(new Request(`http://h.test${incoming.url}`))
        outgoing.writeHead(status, Object.fromEntries(headers))
        void (body === null ? outgoing.end() : pipeline(body, outgoing))
      }),
    )
    const line = blocksOf('docs/traffic.md', 'sh').find((text) => text.includes(' proxy ')) ?? ''
    const words = line.trim().replace('http://127.0.0.1:3000', url).split(' ').slice(2)
    const bin = fileURLToPath(new URL('../src/cli.ts', import.meta.url))
    const failure = await promisify(execFile)(process.execPath, [bin, ...words], { cwd: folder }).catch((error: unknown) => error) // prettier-ignore
    await close()
    const { stdout, code } = failure as { readonly stdout: string; readonly code: number }
    expect([
      stdout.replaceAll(url, 'http://127.0.0.1:3000').replace(/(?<=The proxy http:\S+:)\d+/, '40123'),
      code,
    ]).toStrictEqual([
      // prettier-ignore
      blocksOf('docs/traffic.md', 'text').find((text) => text.includes('The proxy')),
      1,
    ])
  })

  it('replay examples as they say', async () => {
    const folder = fileURLToPath(new URL('../.results/readme-examples/', import.meta.url))
    await mkdir(folder, { recursive: true })
    const block =
      blocksOf('docs/vitest.md', 'ts').find((text) => text.includes('await describeExamples')) ?? ''
    await writeFile(join(folder, 'examples.ts'), block)
    await writeFile(join(folder, 'vitest.config.ts'), "export default { test: { include: ['examples.ts'] } }")
    const { VITEST: _outer, ...env } = process.env
    const argv = [vitest, 'run', '--root', folder, '--reporter', 'verbose']
    const { stdout } = await promisify(execFile)(process.execPath, argv, { env: { ...env, NO_COLOR: '1' } })
    const printed = stdout.match(/✓ .* > examples of .*$/gm) ?? []
    expect(printed.map((line) => ` ${line.replace(/examples\.ts > | \d+ms$/g, '')}\n`).join('')).toBe(
      blocksOf('docs/vitest.md', 'text').find((text) => text.includes('examples of Pets')),
    )
  })

  it('list every option in code that is no setting', () => {
    const told = firstCellsOf('docs/options-in-code.md').flatMap((cell) => cell.match(/\w+(?=`)/g) ?? [])
    const source = readFileSync(new URL('../src/core/check-options.ts', import.meta.url), 'utf8')
    const declared = [
      ...source.matchAll(/^export interface (?:CheckContractOptions|Hooks)[^{]*\{([^]*?)^\}/gm),
    ].flatMap(([, members = '']) => members.match(/(?<=^ {2}readonly )\w+(?=\??:)/gm) ?? [])
    expect(told.toSorted()).toStrictEqual(['replay', ...declared].toSorted()) // prettier-ignore
  })
})
