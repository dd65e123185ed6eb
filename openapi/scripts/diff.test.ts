import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { contractDocuments } from '../changes/contract-documents.ts'
import { objectAt } from '../changes/edit-contract.fixture.ts'
import { listReleases } from '../changes/list-releases.ts'
import type { JsonObject } from './publish.ts'

const lastRelease = ({ released }: { readonly released: string }): JsonObject =>
  listReleases(released).at(-1)?.document ?? {}

/** Runs the gate on the last releases, changed. */
function gateAfter(edit: (documents: Readonly<Record<'openapi' | 'sandbox', JsonObject>>) => void) {
  const documents = {
    openapi: lastRelease(contractDocuments.openapi),
    sandbox: lastRelease(contractDocuments.sandbox),
  }
  edit(documents)
  const folder = mkdtempSync(join(tmpdir(), 'giftcards-gate-'))
  try {
    for (const [name, document] of Object.entries(documents)) {
      writeFileSync(join(folder, `${name}.json`), JSON.stringify(document))
    }
    return spawnSync(process.execPath, [join(import.meta.dirname, 'diff.ts'), folder], { encoding: 'utf8' })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

describe('diff', () => {
  it('ends with 1 and a sentence for each breaking change of either document', () => {
    const { status, stderr } = gateAfter(({ openapi, sandbox }) => {
      delete objectAt(openapi, 'components', 'schemas', 'Cart', 'properties')['warningMessage']
      delete objectAt(sandbox, 'paths')['/__sandbox/reset']
    })
    expect(status).toBe(1)
    expect(stderr).toMatch(
      /^openapi\.yaml changed since \d+\.\d+\.\d+, and its info\.version does not say so:$/m,
    )
    expect(stderr).toContain(
      '- POST /v3/carts, answer 200, warningMessage (schema Cart): Property `warningMessage` of `Cart` was removed. Whoever reads it finds nothing. Put it back, or make it version ',
    )
    expect(stderr).toMatch(
      /^sandbox\.yaml changed since \d+\.\d+\.\d+, and its info\.version does not say so:\n- \/__sandbox\/reset: Path `\/__sandbox\/reset` was removed\. /m,
    )
  })

  it('ends with 0 where nothing changed', () => {
    const { status, stderr } = gateAfter(() => undefined)
    expect([status, stderr]).toStrictEqual([0, ''])
  })
})
