import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { FaultTable } from './fault.ts'

/** Loads the fault tables by the name of their file in the rule catalogue, without its extension. */
export async function loadTable(): Promise<ReadonlyMap<string, FaultTable>> {
  const folder = join(import.meta.dirname, 'table')
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.ts'))
    .toSorted()
  const tables = names.map(async (name): Promise<[string, FaultTable]> => {
    const section: { readonly faults: FaultTable } = await import(join(folder, name))
    return [name.slice(0, -'.ts'.length), section.faults]
  })
  return new Map(await Promise.all(tables))
}
