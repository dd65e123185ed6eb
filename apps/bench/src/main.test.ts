import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { describe, expect, it, onTestFinished } from 'vitest'

interface Ended {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** Runs the bench to its end. */
function runMain(...args: readonly string[]): Promise<Ended> {
  return new Promise((resolve) => {
    const main = join(import.meta.dirname, 'main.ts')
    execFile(process.execPath, [main, ...args], (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr })
    })
  })
}

describe('main', () => {
  it('measures sides in turn, prints a table and writes the figures', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'giftcards-bench-test-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const json = join(folder, 'figures.json')
    const only = ['--only', 'bare-http,bare-express,wallet']
    const short = ['--rounds', '2', '--seconds', '0.1', '--warm', '0.1', '--connections', '1']
    const { code, stdout, stderr } = await runMain(...only, ...short, '--json', json)
    expect({ code, stderr }).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('round 2 of 2 · Read a wallet card · 1 connection · Express, bare'),
    })
    expect(stdout).toMatch(/^Express, bare +1\.00 +1\.00 +[\d,]+ +[\d,]+ +[\d,]+ +\d+$/m)
    const figures: unknown = JSON.parse(readFileSync(json, 'utf8'))
    expect(figures).toMatchObject({
      cells: [
        { side: 'bare-http', work: 'wallet', connections: 1, rounds: 2 },
        { side: 'bare-express', ratio: 1 },
      ],
      titles: { sides: { 'bare-http': 'node:http, the limit' }, works: { wallet: 'Read a wallet card' } },
      targets: expect.arrayContaining([{ title: 'Start until ready', wanted: '≤ 1,500 ms' }]),
    })
  })

  it('refuses wrong options in a sentence, and shows how it is used', async () => {
    const { code, stdout, stderr } = await runMain('--only', 'walet')
    expect([code, stdout]).toStrictEqual([2, ''])
    expect(stderr).toMatch(/^--only knows no walet; [^]*npm run bench/)
  })

  it('says how it is used', async () => {
    const { code, stdout } = await runMain('--help')
    expect(code).toBe(0)
    expect(stdout).toContain('--quick')
  })
})
