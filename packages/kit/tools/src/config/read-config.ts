import { z } from 'zod'
import { advice } from '../changes/advice.ts'
import { InputError } from '../input-error.ts'
import type { ContractConfig } from './config.ts'

/** Validates a configuration. Throws an InputError that names the field and its allowed values. */
export function readConfig(value: unknown, name: string): ContractConfig {
  if (value === undefined)
    throw new InputError(`${name} has no default export; write "export default defineConfig({ … })".`)
  const result = configSchema.safeParse(value)
  if (!result.success) throw new InputError(`${name}: ${result.error.issues.map(describeIssue).join('; ')}.`)
  return result.data as ContractConfig
}

function describeIssue(issue: z.core.$ZodIssue): string {
  const field = issue.path.length === 0 ? 'it' : issue.path.join('.')
  if (issue.code === 'unrecognized_keys') {
    const owner = issue.path.length === 0 ? 'the configuration' : issue.path.join('.')
    return `${owner} has no field ${issue.keys.join(', ')}`
  }
  if (issue.code === 'invalid_union') {
    // A document may be a path or an object; report the problems of the object branch.
    const inner = issue.errors.toSorted((first, second) => depth(second) - depth(first))[0] ?? []
    return inner.map((one) => describeIssue({ ...one, path: [...issue.path, ...one.path] })).join('; ')
  }
  return `${field}: ${issue.message}`
}

function depth(issues: readonly z.core.$ZodIssue[]): number {
  return Math.max(
    0,
    ...issues.map((issue) => issue.path.length + (issue.code === 'unrecognized_keys' ? 1 : 0)),
  )
}

const path = z.string().min(1)
const impact = z.enum(['major', 'minor', 'patch'])

const isRule = (id: string): boolean => Object.hasOwn(advice, id)
const namingRules = 'Name rules by the ids of docs/changes.md, such as enum-values-added'

/** The common fields of a decision. */
const decision = { reason: z.string().min(1), until: z.iso.date().optional() }

/** A function or a nested value, from a configuration in TypeScript. */
const clientOptions = z.record(z.string(), z.unknown())

const jsonObject = z.record(z.string(), z.json())

const samplesSchema = z.strictObject({
  languages: z.array(z.string()).optional(),
  baseUrl: z.string().optional(),
  client: z
    .strictObject({
      module: z.string().min(1),
      create: z.string().min(1),
      name: z.string().min(1).optional(),
      options: jsonObject.optional(),
      sessionOptions: jsonObject.optional(),
    })
    .optional(),
  requestExtension: z.string().startsWith('x-').optional(),
  responseHeaders: z.array(z.string().min(1)).optional(),
})

const documentSchema = z.strictObject({
  source: path,
  released: path.optional(),
  generate: z
    .strictObject({
      types: path.optional(),
      readWriteMarkers: z.boolean().optional(),
      operations: path.optional(),
      document: path.optional(),
      client: path.optional(),
      examples: path.optional(),
      clientOptions: clientOptions.optional(),
    })
    .optional(),
  samples: samplesSchema.optional(),
})

/** The schema of a configuration. Unknown fields are rejected. */
const configSchema = z.strictObject({
  documents: z
    .record(
      z.string().regex(/^[\w.-]+$/, 'Name a document by letters, digits, dots and dashes'),
      z.union([path, documentSchema]),
    )
    .refine((documents) => Object.keys(documents).length > 0, 'Name at least one document'),
  outDir: path.optional(),
  internalExtensions: z.array(z.string().startsWith('x-')).optional(),
  errors: z.strictObject({ codeHeader: z.string().min(1).optional() }).optional(),
  access: z
    .strictObject({
      extension: z.string().startsWith('x-').optional(),
      levels: z.array(z.string().min(1)).min(2),
    })
    .optional(),
  idempotency: z.strictObject({ required: z.boolean().optional() }).optional(),
  credentials: z.record(z.string(), z.string()).optional(),
  lint: z
    .strictObject({ files: z.array(path).optional(), failOnWarnings: z.boolean().optional() })
    .optional(),
  changes: z
    .strictObject({
      versioning: z.enum(['semver', 'major-minor', 'date', 'none']).optional(),
      failOn: z.enum([...impact.options, 'version', 'none']).optional(),
      rules: z
        .record(z.string(), z.strictObject({ impact, ...decision }))
        .refine((rules) => Object.keys(rules).every(isRule), namingRules)
        .optional(),
      deprecation: z
        .strictObject({
          sunsetExtension: z.string().startsWith('x-').optional(),
          minimumDays: z.int().min(0).optional(),
          removalAfterSunset: z.enum(['major', 'minor']).optional(),
        })
        .optional(),
    })
    .optional(),
  samples: z.union([z.literal(false), samplesSchema]).optional(),
  mock: z
    .strictObject({ port: z.int().min(0).max(65_535).optional(), host: z.string().min(1).optional() })
    .optional(),
  sandbox: z
    .strictObject({
      port: z.int().min(0).max(65_535).optional(),
      host: z.string().min(1).optional(),
      state: path.optional(),
      rules: path.optional(),
      credentials: z.array(z.string().min(1)).optional(),
    })
    .optional(),
  docs: z.record(z.string(), z.unknown()).optional(),
  // The checker validates its own options.
  check: z.record(z.string(), z.unknown()).optional(),
})
