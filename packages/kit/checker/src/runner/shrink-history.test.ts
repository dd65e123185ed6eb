import { describe, expect, it } from 'vitest'
import { checkServer } from '../../test/proof/check-server.ts'
import { runScript } from '../../test/run-script.ts'
import { defects, serverOf } from '../../test/servers/all-servers.ts'
import { openServer } from '../../test/servers/kernel/open-server.ts'
import type { ServerDefinition } from '../../test/servers/kernel/test-server.ts'

const faults = [
  ['deleted-note-stays', 'use-after-delete', 'notes.create, notes.get, notes.delete, notes.get'],
  ['kind-filter-ignored', 'filter-not-applied', 'notes.create, notes.create, notes.create, notes.list'],
  ['update-forgets-body', 'patch-merges', 'notes.create, notes.get, notes.update, notes.get'],
] as const

/** Status and body of the last response of a script. */
const runOn = async (
  definition: ServerDefinition,
  deviation: string | undefined,
  script: string,
): Promise<string> => {
  const { url, close } = await openServer(definition, deviation === undefined ? {} : { deviation }).listen()
  const printed = await runScript(script, { URL: url })
  await close()
  const [head = '', ...body] = printed.split('\r\n\r\n')
  return [head.split('\r\n')[0], ...body].join(' ')
}

describe('shrinkHistory', () => {
  it.each(faults)('keeps what shows %s', async (id, check, steps) => {
    const { server = '', operationId } = defects.find((defect) => defect.id === id) ?? {}
    const definition = serverOf(server)
    const { findings } = await checkServer(definition, id, {
      phases: ['stateful'],
      include: [operationId ?? ''],
      showSecrets: true,
    })
    const { exchange, reproduce } = findings.find((finding) => finding.check === check) ?? {}
    const sequence = [...(exchange?.history ?? []), exchange].map((step) => step?.case.operation?.id)
    expect(sequence.join(', ')).toBe(steps)
    expect(reproduce?.earlier).toHaveLength(sequence.length - 1)
    expect(reproduce?.curl.match(/\bcurl /g)).toHaveLength(sequence.length)
    const { script = '', response } = reproduce ?? {}
    const shown = await runOn(definition, id, script)
    expect(shown).toContain(`HTTP/1.1 ${response?.status} `)
    expect(shown).not.toBe(await runOn(definition, undefined, script))
  })
})
