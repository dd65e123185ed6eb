import { previousRelease, startPostgres } from '@giftcards/storage/testing'
import { beforeAll, describe, expect, it } from 'vitest'
import { endProcesses } from '@giftcards/test-harness/process'
import { buildRelease } from './build-release.ts'
import { type Upgrade, upgradeSideBySide } from './side-by-side.ts'

describe('an upgrade from the previous release', () => {
  let upgrade: Upgrade
  beforeAll(async () => {
    const release = await buildRelease(previousRelease.commit)
    const postgres = await startPostgres({ isSynced: true })
    try {
      upgrade = await upgradeSideBySide(release, postgres)
    } finally {
      await endProcesses()
      await postgres.remove()
      await release.remove()
    }
  })

  it('begins with the migrations that are recorded of it', () => {
    const recorded = previousRelease.migrations.map(({ id, postgres }) => ({ id, checksum: postgres }))
    expect(upgrade.migrations).toEqual(recorded)
  })

  it('serves partners with both versions side by side', () => {
    expect(upgrade.faults).toEqual([])
  })

  it('can start a server of it again', () => {
    expect(upgrade.restart).toBe('serves')
  })
})
