import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { type ServerDefect, serverOf } from '../servers/all-servers.ts'
import { checkServer } from './check-server.ts'
import { type DefectVerdict, judgeDefect } from './judge-defect.ts'

/** Checks what is to blame for a fault, with all phases; for an undeclared method or path the phase that looks for them. */
export const runDefect = async (defect: ServerDefect): Promise<DefectVerdict> => {
  const definition = serverOf(defect.server)
  const { operationId, path } = defect
  const { paths } = parse(readFileSync(definition.documentUrl, 'utf8')) as { readonly paths: object }
  const include = [operationId ?? path].filter((name) => name !== undefined)
  const isDocumented = operationId !== null || (path !== undefined && Object.hasOwn(paths, path))
  return judgeDefect(
    defect,
    await checkServer(definition, defect.id, {
      seed: 1,
      cases: 6,
      ...(operationId === null ? { phases: ['coverage'] as const } : {}),
      ...(isDocumented ? { include } : {}),
      ...defect.settings,
    }),
  )
}
