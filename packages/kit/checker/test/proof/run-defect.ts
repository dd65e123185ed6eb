import { servers, type ServerDefect } from '../servers/all-servers.ts'
import { checkServer } from './check-server.ts'
import { type DefectVerdict, judgeDefect } from './judge-defect.ts'

/** Checks what is to blame for a fault, with all phases; for an undeclared method or path the phase that looks for them. */
export const runDefect = async (defect: ServerDefect): Promise<DefectVerdict> => {
  const definition = servers.get(defect.server)
  if (definition === undefined) throw new Error(`There is no server ${defect.server}.`)
  const scope =
    defect.operationId === null ? { phases: ['coverage'] as const } : { include: [defect.operationId] }
  return judgeDefect(
    defect,
    await checkServer(definition, defect.id, { seed: 1, cases: 6, ...scope, ...defect.settings }),
  )
}
