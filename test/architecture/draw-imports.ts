import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { drawLayers, drawSteps, type Step } from './drawing.ts'
import { imports, isTest, packageOf, workspaceOf } from './imports.ts'

const root = join(import.meta.dirname, '../..')

/** The flows that the guide "How this is built" shows: each step with its file or folder. */
const ways: Readonly<Record<string, readonly Step[]>> = {
  request: [
    ['Headers, metrics, traces, log', 'apps/server/src/app.ts'],
    ['Find the operation', 'packages/kit/express/src/router.ts'],
    ['Check caller and limits', 'apps/server/src/auth/caller.ts'],
    ['Read parameters and body', 'packages/kit/express/src/body.ts'],
    ['Validate the request', 'packages/kit/express/src/validation.ts'],
    ['Run the handler', 'apps/server/src/operations'],
    ['Apply the rules', 'packages/giftcards/marketplace/src/lib'],
    ['Read and write rows', 'packages/giftcards/storage/src/lib/tables'],
    ['Convert the result', 'apps/server/src/wire'],
    ['Check the response', 'packages/kit/express/src/response-check.ts'],
  ],
  change: [
    ['State the rule', 'openapi/catalogue'],
    ['Change the contract and its examples', 'openapi/paths'],
    ['npm run gen: types and client', 'packages/giftcards/contract/src/generated'],
    ['Convert to and from the wire', 'apps/server/src/wire'],
    ['Write the operation', 'apps/server/src/operations'],
    ['Write the rule', 'packages/giftcards/marketplace/src/lib'],
    ['Test over HTTP', 'test/service'],
    ['Update the guides', 'apps/docs/guides'],
  ],
  check: [
    ['Read the document', 'packages/kit/openapi/src/document'],
    ['Find resources and their links', 'packages/kit/resources/src/build-resource-graph.ts'],
    ['Plan cases', 'packages/kit/checker/src/phases'],
    ['Plan sequences', 'packages/kit/checker/src/properties'],
    ['Send a request', 'packages/kit/checker/src/http/transport.ts'],
    ['Judge the exchange', 'packages/kit/checker/src/checks'],
    ['Shorten and group findings', 'packages/kit/checker/src/runner/findings.ts'],
    ['Report', 'packages/kit/checker/src/reports'],
  ],
}

/** The folder from which the guide includes the drawings. */
export const drawingsFolder = join(root, 'apps/docs/diagrams/built')

/** The minimum number of parts for a drawing. */
const minParts = 4

/** Returns every drawing by file name: one for each flow, one of all packages, and one of the parts of each larger package. */
export function drawAll(): ReadonlyMap<string, string> {
  const drawings = new Map<string, string>()
  for (const [name, steps] of Object.entries(ways)) {
    const missing = steps.find(([, place]) => !existsSync(join(root, place)))
    if (missing !== undefined)
      throw new Error(`The way of a ${name} names ${missing[1]}, which is not there.`)
    drawings.set(`way-${name}.svg`, drawSteps(steps))
  }
  drawings.set('packages.svg', drawLayers(betweenPackages()))
  for (const workspace of workspaces) {
    const arrows = within(workspace)
    if (new Set(arrows.flat()).size >= minParts)
      drawings.set(`parts-${workspace.split('/').slice(-2).join('-')}.svg`, drawLayers(arrows))
  }
  return drawings
}

/** Returns the names of drawings that differ from the sources, are missing, or belong to a package that no longer exists. */
export function findStaleDrawings(): readonly string[] {
  const drawings = drawAll()
  const present = readdirSync(drawingsFolder)
  return [...new Set([...drawings.keys(), ...present])].filter(
    (name) =>
      !present.includes(name) || readFileSync(join(drawingsFolder, name), 'utf8') !== drawings.get(name),
  )
}

/** The imports of source files, without tests. */
const ofSources = imports.filter(
  ({ file, target }) =>
    /^(?:[^/]+\/){2,3}src\/|^apps\/docs\/[^/]+\//.test(file) &&
    !isTest(file) &&
    (target === undefined || (existsSync(join(root, target)) && !isTest(target))),
)

const workspaces = [...new Set(ofSources.map(({ file }) => workspaceOf(file)))].toSorted()

/** Returns the imports between workspaces as pairs: the importing workspace, then the imported one. */
function betweenPackages(): readonly (readonly [string, string])[] {
  const named = new Map(
    workspaces.map((workspace) => {
      const { name } = JSON.parse(readFileSync(join(root, workspace, 'package.json'), 'utf8')) as {
        name: string
      }
      return [name, workspace]
    }),
  )
  return ofSources.flatMap(({ file, specifier }) => {
    const [from, to] = [workspaceOf(file), named.get(packageOf(specifier))]
    return to === undefined || to === from
      ? []
      : [[from, to].map((path) => path.replace('packages/', '')) as [string, string]]
  })
}

/**
 * Returns the imports between the parts of a package as pairs: the importing part, then the imported one. A part is a folder
 * or file of its sources.
 */
function within(workspace: string): readonly (readonly [string, string])[] {
  const part = (path: string): string =>
    path
      .slice(workspace.length + 1)
      .replace(/^src\/(?:lib\/)?/, '')
      .replace(/\/.*/, '/')
  return ofSources.flatMap(({ file, target }) =>
    target === undefined || workspaceOf(file) !== workspace || part(file) === part(target)
      ? []
      : [[part(file), part(target)] as const],
  )
}
