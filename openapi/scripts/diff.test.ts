import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { objectAt } from '../changes/edit-contract.fixture.ts'
import { listReleases } from '../changes/list-releases.ts'
import type { JsonObject } from './publish.ts'

/** Runs the gate on the last release, changed. */
function gateAfter(edit: (contract: JsonObject) => void) {
  const document = listReleases().at(-1)?.document ?? {}
  edit(document)
  const folder = mkdtempSync(join(tmpdir(), 'giftcards-gate-'))
  try {
    const file = join(folder, 'openapi.json')
    writeFileSync(file, JSON.stringify(document))
    return spawnSync(process.execPath, [join(import.meta.dirname, 'diff.ts'), file], { encoding: 'utf8' })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const loseField = (contract: JsonObject) =>
  delete objectAt(contract, 'components', 'schemas', 'Cart', 'properties')['warningMessage']

describe('diff', () => {
  it('ends with 1 and a sentence for a breaking change', () => {
    const { status, stderr } = gateAfter(loseField)
    expect(status).toBe(1)
    expect(stderr).toMatch(
      /^The contract changed since \d+\.\d+\.\d+, and info\.version in openapi\.yaml does not say so:$/m,
    )
    expect(stderr).toContain(
      '- POST /v3/carts, answer 200, warningMessage (schema Cart): Property `warningMessage` of `Cart` was removed. Whoever reads it finds nothing. Put it back, or make it version ',
    )
  })

  it('ends with 0 where the major version is raised', () => {
    const { status, stderr } = gateAfter((contract) => {
      loseField(contract)
      objectAt(contract, 'info')['version'] = '99.0.0'
    })
    expect([status, stderr]).toStrictEqual([0, ''])
  })
})
