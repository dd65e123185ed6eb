import { readFile, rm, writeFile, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeJson } from '@contract-kit/json-schema/json'
import { checkContract, type CheckContractOptions, type Identity } from '@contract-kit/checker'
import type { OpenApiDocument } from '@contract-kit/express'
import { openDocument } from '@contract-kit/openapi'
import { bundleDocument } from '@contract-kit/tools'
import { startMock } from '@contract-kit/tools/mock'
import { root, type ServedDocument, toSource } from './documents.ts'
import { tellReasons } from './reasons.ts'
import type { DocumentResult, ServerResult } from './results.ts'
import { accepted, serveDocument } from './serve-document.ts'

/** The maximum number of requests to one operation, so that checks of large documents end in time. */
const maxRequestsPerOperation = 400

/** Checks the servers that the sandbox and, optionally, Prism create from a document, with every phase. */
export async function checkDocument(
  document: ServedDocument,
  { cases, withPrism }: { readonly cases: number; readonly withPrism: boolean },
): Promise<DocumentResult> {
  const bundled = await bundle(document)
  const { operations, unread } = openDocument(bundled)
  const sandbox = await checkSandbox(bundled, cases)
  return {
    name: document.name,
    title: document.title,
    source: await sourceOf(document),
    operations: operations.length + unread.length,
    sandbox,
    ...(withPrism && { prism: await checkPrism(bundled, cases) }),
    why: tellReasons(document.name),
  }
}

/** Returns a document as one bundle, as `contract sandbox` and `contract mock` serve it. */
export async function bundle(document: ServedDocument): Promise<OpenApiDocument> {
  const { published } = await bundleDocument(toSource(document))
  return published as unknown as OpenApiDocument
}

async function checkSandbox(document: OpenApiDocument, cases: number): Promise<ServerResult> {
  await using sandbox = await serveDocument(document)
  const result = await checkServer(document, sandbox.url, cases)
  return { ...result, faults: [...new Set([...sandbox.breaches, ...sandbox.defects])] }
}

async function checkPrism(document: OpenApiDocument, cases: number): Promise<ServerResult> {
  const folder = await mkdtemp(join(tmpdir(), 'sandbox-documents-'))
  const file = join(folder, 'document.json')
  await writeFile(file, writeJson(document))
  try {
    const mock = await startMock({ document: file, port: 0 })
    try {
      return { ...(await checkServer(document, mock.url, cases)), faults: [] }
    } finally {
      await mock.close()
    }
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function checkServer(
  document: OpenApiDocument,
  baseUrl: string,
  cases: number,
): Promise<Omit<ServerResult, 'faults'>> {
  const documented = documentedStatuses(document)
  let serverErrors = 0
  const { requests, verdict, findings } = await checkContract({
    document,
    baseUrl,
    cases,
    maxRequestsPerOperation,
    seed: 1,
    ...credentialsOption(document),
    onRequest: ({ operationId, status }) => {
      if (status >= 500 && !documented.has(`${operationId} ${status}`)) serverErrors += 1
    },
  })
  const counts = new Map<string, number>()
  for (const { check } of findings) counts.set(check, (counts.get(check) ?? 0) + 1)
  const sorted = [...counts].toSorted(([one], [other]) => (one < other ? -1 : 1))
  return { requests, verdict, findings: Object.fromEntries(sorted), serverErrors }
}

/** Returns the documented statuses of a document, as `operationId status`. */
export const documentedStatuses = (document: OpenApiDocument): ReadonlySet<string> =>
  new Set(
    openDocument(document).operations.flatMap(({ id, responses }) =>
      [...responses.keys()].map((status) => `${id} ${status}`),
    ),
  )

/** Returns the checker's option for credentials. A document without security schemes needs none. */
export function credentialsOption(document: OpenApiDocument): Pick<CheckContractOptions, 'identities'> {
  const credentials = credentialsFor(document)
  return Object.keys(credentials).length === 0 ? {} : { identities: { caller: credentials } }
}

/** Returns credentials for each security scheme, which the sandbox accepts. Only one scheme can use the Authorization header. */
function credentialsFor(document: OpenApiDocument): Identity {
  const schemes = [...openDocument(document).securitySchemes.values()]
  const keys = schemes
    .filter(({ type }) => type === 'apiKey')
    .map(({ name }) => [name, accepted.key] as const)
  const others = schemes.filter(({ type }) => type !== 'apiKey')
  const isBasic = others.length > 0 && others.every(({ scheme }) => scheme === 'basic')
  return {
    ...(isBasic && { basic: { username: accepted.user, password: accepted.password } }),
    ...(others.length > 0 && !isBasic && { bearer: accepted.token }),
    ...(keys.length > 0 && { apiKey: Object.fromEntries(keys) }),
  }
}

async function sourceOf(document: ServedDocument): Promise<string> {
  if (document.package === undefined) return 'this repository'
  const manifest = await readFile(join(root, 'node_modules', document.package, 'package.json'), 'utf8')
  return `${document.package} ${(JSON.parse(manifest) as { readonly version: string }).version}`
}
