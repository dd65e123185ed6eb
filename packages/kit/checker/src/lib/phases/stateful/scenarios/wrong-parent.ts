import type { ApiOperation } from '../../../document/api-document.ts'
import type { Resource } from '../../../resources/resource-graph.ts'
import { defineScenario } from '../define-scenario.ts'
import { createItem } from '../establish-item.ts'
import { makeItem } from '../make-item.ts'
import { provideInputs } from '../provide-inputs.ts'
import type { Scenario } from '../scenario.ts'
import { isDone, type Walk } from '../walk.ts'

/** A child is found under its own parent only. */
export const planWrongParent = (resource: Resource): readonly Scenario[] => {
  const { create, read, parent } = resource
  if (
    create === undefined ||
    read === undefined ||
    parent?.create === undefined ||
    parent.kind !== 'collection'
  )
    return []
  if (!isUnder(read.operation, parent) || !isUnder(create.operation, parent)) return []
  const title = `a ${resource.name} is found under its own ${parent.name} only`
  return [
    defineScenario(`wrong-parent ${resource.key}`, read.operation, title, (walk) =>
      ask(walk, resource, parent, read.operation),
    ),
  ]
}

const isUnder = ({ path }: ApiOperation, { itemPath, key }: Resource): boolean =>
  withoutNames(path).startsWith(`${itemPath === undefined ? key : withoutNames(itemPath)}/`)

const withoutNames = (template: string): string => template.replaceAll(/\{[^{}]*\}/g, '{}')

const ask = async (walk: Walk, resource: Resource, parent: Resource, read: ApiOperation): Promise<void> => {
  await createItem(walk, resource)
  const own = walk.ids.get(parent)
  const right = await walk.send('read-created', read)
  if (!isDone(right) || own === undefined || parent.create === undefined) return
  await provideInputs(walk, parent.create.operation, parent)
  await makeItem(walk, parent, 'given')
  const other = walk.ids.get(parent)
  if (other === undefined || other.value === own.value) return
  await walk.send('wrong-parent', read)
}
