import type { ApiDocument } from '@contract-kit/openapi'
import type { Plan } from '../operations/plan.ts'
import type { Kind } from './kinds.ts'
import { type Warnings, withoutState } from './warnings.ts'

/** Display text of each role. */
const words = {
  create: 'creates',
  list: 'lists',
  read: 'reads',
  replace: 'replaces',
  patch: 'changes',
  remove: 'deletes',
  act: 'acts on',
  example: 'example',
} as const

const origins = {
  created: 'created by requests',
  listed: 'exists from the start: no operation creates it',
  named: 'exists when first requested: no operation creates or lists it',
} as const

/** Describes the sandbox's interpretation of a document, by kind, with reasons. */
export function explain(
  document: ApiDocument,
  kinds: readonly Kind[],
  plans: readonly Plan[],
  warnings: Warnings,
): string {
  const sections = kinds.flatMap((kind) => {
    const own = plans.filter(({ role }) => 'kind' in role && role.kind === kind)
    return own.length === 0 ? [] : [[headOf(kind), ...linesOf(own)].join('\n')]
  })
  const others = plans.filter(({ role }) => role.name === 'example')
  const rest = others.length === 0 ? [] : [[withoutState, ...linesOf(others)].join('\n')]
  const warningSections = [...warnings].flatMap(([kind, texts]) =>
    kind === withoutState ? [] : [[kind, ...texts.map((text) => `  ${text}`)].join('\n')],
  )
  const count = `${plans.length} operation${plans.length === 1 ? '' : 's'}`
  return `${[`${document.title}: ${count}`, ...sections, ...rest, ...warningSections].join('\n\n')}\n`
}

function headOf({ name, resource, resources, origin }: Kind): string {
  const { parent } = resource
  const paths = [
    ...new Set(resources.map(({ itemPath, collectionPath, key }) => itemPath ?? collectionPath ?? key)),
  ]
  const below = parent === undefined ? '' : `, below ${parent.name}`
  const one = resource.kind === 'singleton' ? ', only one' : ''
  return `${name} (${paths.join(', ')}): ${origins[origin]}${below}${one}`
}

function linesOf(plans: readonly Plan[]): readonly string[] {
  const width = Math.max(...plans.map(({ operation }) => titleOf(operation).length))
  return plans.map(
    ({ operation, role, reason }) =>
      `  ${titleOf(operation).padEnd(width)}  ${words[role.name].padEnd(8)}  ${reason}`,
  )
}

const titleOf = ({ method, path }: Plan['operation']): string => `${method.padEnd(6)} ${path}`
